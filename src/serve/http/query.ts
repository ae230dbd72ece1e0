/** Reads the query of an address, in which every parameter must occur once and be decodable. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

/**
 * Reads a query such as `?state=1+2&count=3` as application/x-www-form-urlencoded, in which a plus is a space.
 * @param url address with or without a query
 * @throws InputError if a parameter occurs twice or is not percent-encoded UTF-8
 */
export function readQuery(url: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  const begin = url.indexOf('?');
  if (begin === -1) return parameters;
  for (const part of url.slice(begin + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    // An object without a prototype could hold it, but would take three times as long to make and to check.
    if (name === '__proto__') throw new InputError("unknown parameter '__proto__'");
    if (Object.hasOwn(parameters, name))
      throw new InputError(`the parameter '${excerpt(name)}' is given twice: give it once`);
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
    throw new InputError(`the query holds '${excerpt(text)}', which is not percent-encoded UTF-8: write % as %25`);
  }
}
