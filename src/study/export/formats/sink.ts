/** Where an export writes to, from its first byte to its last. */

export interface Sink {
  /** Bytes that have been written. */
  readonly length: number;
  /** Writes bytes after those before; the caller may write over them as soon as the promise is kept. */
  write(bytes: Uint8Array): Promise<void>;
}

/** A sink on top of something that writes at offsets. */
export function sinkOf(writeAt: (bytes: Uint8Array, offset: number) => Promise<void>): Sink {
  let length = 0;
  return {
    get length() {
      return length;
    },
    async write(bytes) {
      await writeAt(bytes, length);
      length += bytes.length;
    },
  };
}
