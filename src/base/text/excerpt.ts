/**
 * Characters that affect the text around them: control characters of terminals, and invisible ones such as U+202E, which reverses text.
 */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

/** Returns true if a text has a control character. */
export function hasControls(text: string): boolean {
  return CONTROL.test(text);
}

/** Returns a text with a dot in place of each control character. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '\u00b7');
}

/** Returns a user's text, short enough for one line of an error message and without control characters. */
export function excerpt(text: string, length = 40): string {
  const plain = withoutControls(text);
  return plain.length > length ? `${plain.slice(0, length)}...` : plain;
}

/** Returns a short text for a value of a user's JSON, for one line of an error message, without the contents of lists and objects. */
export function jsonExcerpt(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : excerpt(JSON.stringify(value) ?? 'nothing');
}
