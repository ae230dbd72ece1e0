/** One line on the terminal that is written again and again; on anything else than a terminal, nothing. */

import { columnsOf, WIDTH } from './width.js';

const CLEAR_LINE = '\r\u001b[2K';
const MILLISECONDS_BETWEEN = 100;

/** Where the line is drawn, if that is a terminal. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export class LiveLine {
  readonly #stream: Stream;
  readonly #text: (width: number) => string;
  readonly #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  /** @param text called for what to show now, some ten times a second, with how many characters there is room for */
  constructor(stream: Stream, text: (width: number) => string) {
    this.#stream = stream;
    this.#text = text;
    if (stream.isTTY) this.#timer = setInterval(() => this.#draw(), MILLISECONDS_BETWEEN).unref();
  }

  /** Writes a line that stays, above the live one; also if there is no terminal. */
  say(message: string): void {
    this.#clear();
    this.#stream.write(`${message}\n`);
  }

  /** Wipes the line out. */
  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #clear(): void {
    if (this.#drawn) this.#stream.write(CLEAR_LINE);
    this.#drawn = false;
  }

  #draw(): void {
    this.#drawn = true;
    const width = (columnsOf(this.#stream) ?? WIDTH) - 1;
    this.#stream.write(CLEAR_LINE + this.#text(width).slice(0, width));
  }
}
