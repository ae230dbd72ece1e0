/**
 * A reader of MessagePack that reads as far as possible, so that a damaged header yields its intact part. It reads maps,
 * arrays, texts, whole numbers, true, false and null, because a header holds nothing else. Reading ends at any other
 * type. Source: https://github.com/msgpack/msgpack/blob/master/spec.md
 */

/** Maximum depth of nested maps and arrays. A header has four levels. */
const DEEPEST = 8;

export interface PartlyRead {
  /** Value that was read. Its last map or array can be incomplete. */
  readonly value: unknown;
  /** Number of bytes read. */
  readonly end: number;
  /** True if the value is complete. */
  readonly whole: boolean;
}

export function readMessagePack(bytes: Buffer): PartlyRead {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  return { value, end: reader.end, whole: !reader.stopped };
}

class Reader {
  readonly #bytes: Buffer;
  end = 0;
  /** True after bytes that cannot be read. */
  stopped = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  value(depth: number): unknown {
    const type = this.#number(1);
    if (depth > DEEPEST) return this.#stop();
    if (type === undefined || type < 0x80) return type;
    if (type < 0x90) return this.#map(type - 0x80, depth);
    if (type < 0xa0) return this.#array(type - 0x90, depth);
    if (type < 0xc0) return this.#text(type - 0xa0);
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xcc:
        return this.#number(1);
      case 0xcd:
        return this.#number(2);
      case 0xce:
        return this.#number(4);
      case 0xcf:
      // Signed numbers, the form of numbers above 2^32. No number in a header is negative.
      case 0xd3:
        return this.#number(8);
      case 0xd9:
        return this.#text(this.#number(1));
      case 0xda:
        return this.#text(this.#number(2));
      case 0xdc:
        return this.#array(this.#number(2), depth);
      case 0xdd:
        return this.#array(this.#number(4), depth);
      case 0xde:
        return this.#map(this.#number(2), depth);
      case 0xdf:
        return this.#map(this.#number(4), depth);
      default:
        return this.#stop();
    }
  }

  #map(length: number | undefined, depth: number): unknown {
    // Without a prototype, so that no key has a special meaning.
    const map: Record<string, unknown> = Object.create(null);
    for (let left = length ?? 0; left > 0 && !this.stopped; left--) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string') return this.#stop() ?? map;
      const value = this.value(depth + 1);
      if (value !== undefined) map[key] = value;
    }
    return map;
  }

  #array(length: number | undefined, depth: number): unknown {
    const array: unknown[] = [];
    for (let left = length ?? 0; left > 0 && !this.stopped; left--) {
      const value = this.value(depth + 1);
      if (value !== undefined) array.push(value);
    }
    return array;
  }

  #text(length: number | undefined): string | undefined {
    if (length === undefined || !this.#has(length)) return this.#stop();
    const text = this.#bytes.toString('utf8', this.end, this.end + length);
    this.end += length;
    return text;
  }

  /** Reads a whole number, the most significant byte first. */
  #number(length: number): number | undefined {
    if (!this.#has(length)) return this.#stop();
    let value = 0;
    for (let k = 0; k < length; k++) value = value * 256 + this.#bytes[this.end++];
    return value;
  }

  #has(length: number): boolean {
    return !this.stopped && this.end + length <= this.#bytes.length;
  }

  #stop(): undefined {
    this.stopped = true;
    return undefined;
  }
}
