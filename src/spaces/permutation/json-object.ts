/** JSON objects written by users. */

import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';

/** A JSON object whose fields are not checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads JSON. @throws InputError with the line and column of the fault */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError(`the file is not JSON: ${excerpt(located(message, text), 120)}`);
  }
}

/** Returns the message of JSON.parse, with line and column instead of a position. If it gives no position, it quotes the text. */
function located(message: string, text: string): string {
  return message.replace(/ in JSON at position (\d+).*/s, (_, position: string) => {
    const before = text.slice(0, Number(position)).split('\n');
    return ` at line ${before.length}, column ${before[before.length - 1].length + 1}`;
  });
}

/**
 * Returns a value, checked to be an object.
 * @param what its description for messages: 'a generator'
 * @param fields examples of its fields
 * @throws InputError if it is not an object
 */
export function readObject(value: unknown, what: string, fields: readonly string[]): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new InputError(`${what} must be a JSON object with ${quoted(fields)}; found ${jsonExcerpt(value)}`);
}

/** Returns an object, checked to have all of these fields, possibly some of those, and no others. @throws InputError */
export function readObjectFields(
  value: unknown,
  what: string,
  needed: readonly string[],
  optional: readonly string[],
): JsonObject {
  const known = [...needed, ...optional];
  const object = readObject(value, what, known);
  for (const field of Object.keys(object)) {
    if (known.includes(field)) continue;
    throw new InputError(`${what} has an unknown field "${excerpt(field)}"; known fields are ${quoted(known)}`);
  }
  for (const field of needed) if (!Object.hasOwn(object, field)) throw new InputError(`${what} has no "${field}"`);
  return object;
}

/** Checks a value. @throws InputError such as `"name" must be a text, found 5` */
export function mustBe(isRight: boolean, what: string, expected: string, found: unknown): asserts isRight {
  if (!isRight) throw new InputError(`${what} must be ${expected}, found ${jsonExcerpt(found)}`);
}

function quoted(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(', ');
}
