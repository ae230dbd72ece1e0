/** Checks the parameters of queries and the bodies of requests. */

import { z } from 'zod';
import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';

/** Maximum characters of a state; every space has shorter ones. */
const LONGEST_STATE = 2000;
const MOST_STATES = 100;
const USUAL_STATES = 10;

export const StateQuestion = questionOf({ state: stateText() });
/** The body of a request for distances. The size of a body limits the number of states. */
export const StatesQuestion = questionOf({
  states: z
    .array(stateText(), orElse('states is missing: give a list of states', 'the states must be a list of texts'))
    .min(1, 'the list of states is empty: give at least one'),
});
export const RandomQuestion = questionOf({
  depth: wholeNumber('depth', 0, 999_999_999).optional(),
  steps: wholeNumber('steps', 0, 999_999_999).optional(),
  count: wholeNumber('count', 1, MOST_STATES).default(USUAL_STATES),
});
export const AntipodesQuestion = questionOf({ count: wholeNumber('count', 1, MOST_STATES).default(USUAL_STATES) });
/** The body of a comparison. The space decides which searches apply. */
export const SearchesQuestion = questionOf({
  state: stateText(),
  searches: z
    .array(
      questionOf({ algorithm: name('algorithm'), heuristic: name('heuristic').nullish() }),
      orElse('', 'the searches must be a list'),
    )
    .min(1, 'the list of searches is empty: name at least one, or leave out the list')
    .optional(),
});
/** A request without parameters. */
export const NoQuestion = questionOf({});

/** Checks a request. @throws InputError that names the first fault */
export function ask<Schema extends z.ZodType>(schema: Schema, asked: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(asked);
  if (error !== undefined) throw new InputError(error.issues[0].message);
  return data;
}

/** Returns the schema of an object with these fields and no others. */
function questionOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(' and ') || 'none';
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown parameter '${excerpt(String(issue.keys[0]))}': expected ${known}`
        : `expected an object of ${known}, found ${jsonExcerpt(issue.input)}`,
  });
}

/** Returns the error of a field that is missing, or of a wrong type. */
function orElse(missing: string, wrong: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? missing : `${wrong}, found ${jsonExcerpt(input)}`,
  };
}

function stateText() {
  return z
    .string(orElse('state is missing: give the text of a state', 'the state must be a text'))
    .min(1, 'the state is empty')
    .max(LONGEST_STATE, `the state must be a text of at most ${LONGEST_STATE} characters`);
}

/** Returns the schema of an algorithm's or a heuristic's name. */
function name(field: string) {
  return z.string(orElse(`a search has no ${field}: name one`, `the ${field} must be a text`));
}

/** Returns the schema of a parameter that is a whole number in digits. */
function wholeNumber(name: string, least: number, most: number) {
  const expected = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string({ error: `${name} is missing: give it as a whole number from ${least}` })
    .regex(/^\d{1,9}$/, { error: ({ input }) => `${expected}, found '${excerpt(String(input))}'` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: ({ input }) => `${expected}, found ${input}` });
}

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
