/** One line on the terminal that is written again and again; on anything else than a terminal, nothing. */

const CLEAR_LINE = '\r\u001b[2K';
const MILLISECONDS_BETWEEN = 100;

export class LiveLine {
  readonly #stream: NodeJS.WriteStream;
  readonly #text: () => string;
  readonly #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  /** @param text called for what to show now, some ten times a second */
  constructor(stream: NodeJS.WriteStream, text: () => string) {
    this.#stream = stream;
    this.#text = text;
    if (stream.isTTY) this.#timer = setInterval(() => this.#draw(), MILLISECONDS_BETWEEN).unref();
  }

  /** Writes a line that stays, above the live one; where there is no terminal too. */
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
    this.#stream.write(CLEAR_LINE + this.#text().slice(0, this.#stream.columns - 1));
  }
}
