/** Live lines at the end of the terminal, mostly a single one. Nothing is drawn if the stream is not a terminal. */

import { columnsOf, WIDTH } from './layout.js';
import type { Output } from './process.js';

const CLEAR_LINE = '\r\u001b[2K';
const CLEAR_LINE_ABOVE = '\u001b[1A\u001b[2K';
const MILLISECONDS_BETWEEN = 100;
/** Rows of a terminal that does not know its height. */
const ROWS = 24;

/** Live lines, which end when the work beside them ends. */
export type LiveLine = ReturnType<typeof liveLine>;

/**
 * Begins live lines.
 * @param text returns the current lines; it is called about ten times per second, with the maximum characters of a line
 */
export function liveLine(stream: Output, text: (width: number) => string) {
  /** Number of characters in each drawn line. */
  let drawn: readonly number[] = [];
  const columns = () => columnsOf(stream) ?? WIDTH;

  /** Returns the codes that erase all lines, from the last row to the first. A narrower terminal has folded lines into more rows. */
  function clearing(): string {
    const rows = drawn.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / columns())), 0);
    return CLEAR_LINE + CLEAR_LINE_ABOVE.repeat(Math.max(0, rows - 1));
  }

  function clear(): void {
    if (drawn.length > 0) stream.write(clearing());
    drawn = [];
  }

  function draw(): void {
    const width = columns() - 1;
    const most = Math.max(1, (stream.rows || ROWS) - 1);
    const lines = text(width).split('\n').slice(0, most);
    const before = clearing();
    const shown = lines.map((line) => line.slice(0, width));
    drawn = shown.map(({ length }) => length);
    stream.write(before + shown.join('\n'));
  }

  const timer = stream.isTTY ? setInterval(draw, MILLISECONDS_BETWEEN).unref() : undefined;
  return {
    /** Writes a permanent line above the live ones, or to a stream that is not a terminal. */
    say(message: string): void {
      clear();
      stream.write(`${message}\n`);
    },
    /** Erases the lines. */
    end(): void {
      clearInterval(timer);
      clear();
    },
  };
}

/** Works with live lines. @param text as for liveLine */
export async function withLiveLine<Outcome>(
  stream: Output,
  text: (width: number) => string,
  work: (line: LiveLine) => Promise<Outcome>,
): Promise<Outcome> {
  const line = liveLine(stream, text);
  try {
    return await work(line);
  } finally {
    line.end();
  }
}
