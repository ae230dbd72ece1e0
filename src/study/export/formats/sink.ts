/** The output of an export, written in order. */

export interface Sink {
  /** Number of bytes written. */
  readonly length: number;
  /** Appends bytes. The caller can reuse them once the promise is fulfilled. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Returns a sink for a function that writes at offsets. */
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
