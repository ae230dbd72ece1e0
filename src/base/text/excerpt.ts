/** A user's text, short enough for one line of an error message and without control characters. */
export function excerpt(text: string, length = 40): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, '\u00b7');
  return plain.length > length ? `${plain.slice(0, length)}...` : plain;
}

/** A value of a user's JSON as far as one line of an error message needs it; lists and objects are not looked into. */
export function jsonExcerpt(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : excerpt(JSON.stringify(value) ?? 'nothing');
}
