/** A strict reader of .npy, version 1.0, written from NEP 1 alone. */

export interface NpyArray {
  readonly descr: string;
  readonly shape: readonly number[];
  readonly values: Uint8Array | Uint16Array | Uint32Array;
}

/** Returns the array of a file. @throws Error if anything differs from files that numpy writes */
export function readNpy(file: Uint8Array): NpyArray {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 8) !== '\x93NUMPY\x01\x00') throw new Error('no .npy of version 1.0');
  const begin = 10 + bytes.readUInt16LE(8);
  if (begin % 64 !== 0) throw new Error(`the values begin at ${begin}, no multiple of 64`);
  const header = bytes.toString('latin1', 10, begin);
  const match = /^\{'descr': '(\|u1|<u2|<u4)', 'fortran_order': False, 'shape': \(((?:\d+, )*\d+,?)\), \} *\n$/.exec(
    header,
  );
  if (match === null) throw new Error(`the header is ${JSON.stringify(header)}`);
  const [, descr, lengths] = match;
  const shape = lengths
    .split(',')
    .filter((length) => length !== '')
    .map(Number);
  // Only a tuple with one element ends with a comma.
  if (lengths.endsWith(',') !== (shape.length === 1)) throw new Error(`the shape is (${lengths})`);
  const count = shape.reduce((product, length) => product * length, 1);
  const size = Number(descr[2]);
  if (bytes.length !== begin + count * size) throw new Error(`${bytes.length} bytes for ${count} values`);
  const data = bytes.subarray(begin);
  if (size === 1) return { descr, shape, values: new Uint8Array(data.buffer, data.byteOffset, count) };
  if (size === 4) {
    return { descr, shape, values: Uint32Array.from({ length: count }, (_, index) => data.readUInt32LE(4 * index)) };
  }
  return { descr, shape, values: Uint16Array.from({ length: count }, (_, index) => data.readUInt16LE(2 * index)) };
}
