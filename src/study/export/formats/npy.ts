/**
 * The .npy format, version 1.0: an array that numpy.load opens.
 *
 * Source: numpy.lib.format, NEP 1, https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */

/** Magic, version and header are padded to a multiple of this. */
const ALIGNMENT = 64;

/**
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
