/** Width of texts, and folding. */

/** Columns of output that is not a terminal. */
export const WIDTH = 80;

/** A stream that can be a terminal. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Returns the columns of a terminal; undefined if the stream is not a terminal, because text for programs is not folded. */
export function columnsOf({ isTTY, columns }: Stream): number | undefined {
  // A terminal of unknown width reports 0.
  return isTTY ? columns || WIDTH : undefined;
}

/** Returns a text in lines of up to `width` characters. A longer word has its own line; a number and its unit stay together. */
export function folded(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(/ (?![KMGTPE]?B\b|bytes?\b|s\b|min\b|hours\b|days\b)/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
