/** Checks questions: the parameters of queries, and the bodies of requests. */

import { z } from 'zod';
import { InputError } from '../../base/input-error.js';
import { excerpt, jsonExcerpt } from '../../base/text/excerpt.js';

/** Characters; a state of any space has fewer. */
const LONGEST_STATE = 2000;
export const MOST_STATES = 100;
const USUAL_STATES = 10;

export const StateQuestion = questionOf({ state: stateText() });
/** Of as many as a body may hold. */
export const StatesQuestion = questionOf({
  states: z
    .array(stateText(), {
      error: ({ input }) =>
        input === undefined
          ? 'the states are missing: give them as states'
          : `the states must be a list of texts, found ${jsonExcerpt(input)}`,
    })
    .min(1, 'there are no states'),
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
    .array(questionOf({ algorithm: name('algorithm'), heuristic: name('heuristic').nullish() }), {
      error: ({ input }) => `the searches must be a list, found ${jsonExcerpt(input)}`,
    })
    .min(1, 'there are no searches: name some, or leave out the list')
    .optional(),
});
/** Of what has no parameters. */
export const NoQuestion = questionOf({});

/** Checks what was asked. @throws InputError that names the first thing that is wrong */
export function ask<Schema extends z.ZodType>(schema: Schema, asked: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(asked);
  if (error !== undefined) throw new InputError(error.issues[0].message);
  return data;
}

/** An object of these fields and no others. */
function questionOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(' and ') || 'none';
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `there is no parameter '${excerpt(String(issue.keys[0]))}' here: there is ${known}`
        : `expected an object of ${known}, found ${jsonExcerpt(issue.input)}`,
  });
}

function stateText() {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? 'the state is missing: give it as state'
          : `the state must be a text, found ${jsonExcerpt(input)}`,
    })
    .min(1, 'the state is empty')
    .max(LONGEST_STATE, `the state must be a text of at most ${LONGEST_STATE} characters`);
}

/** The name of an algorithm or a heuristic. */
function name(field: string) {
  return z.string({
    error: ({ input }) =>
      input === undefined
        ? `a search has no ${field}: name one`
        : `the ${field} must be a text, found ${jsonExcerpt(input)}`,
  });
}

/** A parameter's whole number, written in digits. */
function wholeNumber(name: string, least: number, most: number) {
  const expected = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string({ error: `${name} is missing: give it as a whole number from ${least}` })
    .regex(/^\d{1,9}$/, { error: ({ input }) => `${expected}, found '${excerpt(String(input))}'` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: ({ input }) => `${expected}, found ${input}` });
}
