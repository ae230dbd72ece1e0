/** A user's text, short enough for one line of an error message and without control characters. */
export function excerpt(text: string, length = 40): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, '\u00b7');
  return plain.length > length ? `${plain.slice(0, length)}...` : plain;
}
