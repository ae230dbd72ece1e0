/** Byte rate of a count that grows in steps of some seconds: the mean of the last half minute. */

const SECONDS_OF_MEAN = 30;

/** A count of bytes, and the time of its report in seconds. */
interface Heard {
  readonly at: number;
  readonly bytes: number;
}

export class ByteRate {
  /** Reports of the last half minute, and the one before. */
  #heard: readonly Heard[] = [];

  /** @param bytes bytes so far; a smaller count than before restarts the rate */
  on(bytes: number): void {
    const at = performance.now() / 1000;
    const before = bytes < (this.#heard.at(-1)?.bytes ?? 0) ? [] : this.#heard;
    const begin = before.findLastIndex((heard) => heard.at <= at - SECONDS_OF_MEAN);
    this.#heard = [...before.slice(Math.max(0, begin)), { at, bytes }];
  }

  /** Returns bytes per second; 0 if unknown. */
  get perSecond(): number {
    const [first, last] = [this.#heard[0], this.#heard.at(-1)];
    return first === undefined || last === undefined || last.at === first.at
      ? 0
      : (last.bytes - first.bytes) / (last.at - first.at);
  }
}
