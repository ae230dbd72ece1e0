/** Live lines at the end of the terminal, mostly a single one. Nothing is drawn if the stream is not a terminal. */

import { columnsOf, WIDTH } from './layout.js';
import type { Output } from './process.js';

const CLEAR_LINE = '\r\u001b[2K';
const CLEAR_LINE_ABOVE = '\u001b[1A\u001b[2K';
const MILLISECONDS_BETWEEN = 100;
/** Rows of a terminal that does not know its height. */
const ROWS = 24;

export class LiveLine {
  readonly #stream: Output;
  readonly #text: (width: number) => string;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Number of characters in each drawn line. */
  #drawn: readonly number[] = [];

  /** @param text returns the current lines; it is called about ten times per second, with the maximum characters of a line */
  constructor(stream: Output, text: (width: number) => string) {
    this.#stream = stream;
    this.#text = text;
    if (stream.isTTY) this.#timer = setInterval(() => this.#draw(), MILLISECONDS_BETWEEN).unref();
  }

  /** Writes a permanent line above the live ones, or to a stream that is not a terminal. */
  say(message: string): void {
    this.#clear();
    this.#stream.write(`${message}\n`);
  }

  /** Erases the lines. */
  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #clear(): void {
    if (this.#drawn.length > 0) this.#stream.write(this.#clearing());
    this.#drawn = [];
  }

  #draw(): void {
    const width = this.#columns - 1;
    const most = Math.max(1, (this.#stream.rows || ROWS) - 1);
    const lines = this.#text(width).split('\n').slice(0, most);
    const clearing = this.#clearing();
    const shown = lines.map((line) => line.slice(0, width));
    this.#drawn = shown.map(({ length }) => length);
    this.#stream.write(clearing + shown.join('\n'));
  }

  get #columns(): number {
    return columnsOf(this.#stream) ?? WIDTH;
  }

  /** Returns the codes that erase all lines, from the last row to the first. A narrower terminal has folded lines into more rows. */
  #clearing(): string {
    const rows = this.#drawn.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / this.#columns)), 0);
    return CLEAR_LINE + CLEAR_LINE_ABOVE.repeat(Math.max(0, rows - 1));
  }
}

/** Works with a live line. @param text as for LiveLine */
export async function withLiveLine<Outcome>(
  stream: Output,
  text: (width: number) => string,
  work: (line: LiveLine) => Promise<Outcome>,
): Promise<Outcome> {
  const line = new LiveLine(stream, text);
  try {
    return await work(line);
  } finally {
    line.end();
  }
}
