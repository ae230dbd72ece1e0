/** The query of an address as it must be: every parameter once, nothing that cannot be decoded. */

import { InputError } from '../board/input-error.js';
import { excerpt } from '../text/excerpt.js';

/**
 * Reads `?state=1+2&count=3` as application/x-www-form-urlencoded: a plus is a space.
 * @param url with or without a query
 * @returns an object without a prototype
 * @throws InputError where a parameter is there twice, or is no percent-encoded UTF-8
 */
export function readQuery(url: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = Object.create(null);
  const begin = url.indexOf('?');
  if (begin === -1) return parameters;
  for (const part of url.slice(begin + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    if (name in parameters) throw new InputError(`the parameter '${excerpt(name)}' is there twice: give it once`);
    parameters[name] = equals === -1 ? '' : decoded(part.slice(equals + 1));
  }
  return parameters;
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new InputError(`the query holds '${excerpt(text)}', which is no percent-encoded UTF-8: write % as %25`);
  }
}
