/** Bytes per second of a count that grows in steps of some seconds: the mean of the last half minute. */

const SECONDS_OF_MEAN = 30;

/** A count of bytes, and when it was heard, in seconds. */
interface Heard {
  readonly at: number;
  readonly bytes: number;
}

export class ByteRate {
  /** The first one is the last that is older than the mean. */
  #heard: readonly Heard[] = [];

  /** @param bytes so far; a smaller count than before begins again */
  on(bytes: number): void {
    const at = performance.now() / 1000;
    const before = bytes < (this.#heard.at(-1)?.bytes ?? 0) ? [] : this.#heard;
    const begin = before.findLastIndex((heard) => heard.at <= at - SECONDS_OF_MEAN);
    this.#heard = [...before.slice(Math.max(0, begin)), { at, bytes }];
  }

  /** Returns bytes per second; 0 if nothing is known. */
  get perSecond(): number {
    const [first, last] = [this.#heard[0], this.#heard.at(-1)];
    return first === undefined || last === undefined || last.at === first.at
      ? 0
      : (last.bytes - first.bytes) / (last.at - first.at);
  }
}
