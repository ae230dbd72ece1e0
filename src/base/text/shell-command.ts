/** Returns words as a command in the syntax of a POSIX shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

const PLAIN = /^[\w%+,./:=@-]+$/;
