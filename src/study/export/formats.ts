/** The formats of exports, and what all of them share. */

/** Names of the formats that `exportTable` writes; `npy` holds all distances as one array, the others can hold rows. */
export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Formats that hold rows. */
export type RowFormat = Exclude<ExportFormat, 'npy'>;

/** Appends bytes to a file. The caller can reuse them once the promise is fulfilled. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Returns a sink for a function that writes at offsets. */
export function sinkOf(writeAt: (bytes: Uint8Array, offset: number) => Promise<void>): Sink {
  let length = 0;
  return async (bytes) => {
    await writeAt(bytes, length);
    length += bytes.length;
  };
}

/** Collects rows, and writes them in batches. */
export interface RowWriter<State> {
  /** Adds a row. @param state state of the row; the caller can reuse it for the next row */
  write(state: State, distance: number): void;
  /** True if the collected rows should be written before the next one. */
  readonly isFull: boolean;
  /** Writes the collected rows. */
  flush(): Promise<void>;
  /** Writes the end of the file, if the format has one, after the last flush. */
  finish?(): Promise<void>;
}

/** Magic, version and header are padded to a multiple of this. */
const ALIGNMENT = 64;

/**
 * The .npy format, version 1.0: an array that numpy.load opens.
 *
 * Source: numpy.lib.format, NEP 1, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * Returns the bytes before the array's values.
 * @param bytesPerValue bytes of a value, an unsigned little-endian number
 * @param shape shape of the array; the last index varies fastest
 */
export function npyHeader(bytesPerValue: 1 | 2 | 4, shape: readonly number[]): Buffer {
  const type = bytesPerValue === 1 ? '|u1' : `<u${bytesPerValue}`;
  const lengths = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${lengths}), }`;
  const prefix = 10;
  const length = Math.ceil((prefix + text.length + 1) / ALIGNMENT) * ALIGNMENT - prefix;
  const header = Buffer.alloc(prefix + length, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(length, 8);
  header.write(text, prefix, 'latin1');
  header.write('\n', prefix + length - 1, 'latin1');
  return header;
}
