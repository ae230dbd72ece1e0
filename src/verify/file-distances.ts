/** An exported array of distances in a .npy file: [blank's cell, arrangement] of a board, [state] of any other space. */

import { sharedArray } from '../base/memory.js';
import { excerpt, InputError } from '../base/text.js';
import { openInputFile, READ_BYTES } from './file-table.js';
import type { DistanceValues } from './steps.js';

/** Types of distances. The largest value of a type means that a state is not reached. */
const ARRAYS = { '|u1': Uint8Array, '<u2': Uint16Array, '<u4': Uint32Array } as const;
export type DistanceType = keyof typeof ARRAYS;

/** The array that a file must hold. */
export interface ExpectedArray {
  /** Name of the space, for messages. */
  readonly space: string;
  readonly shape: readonly number[];
  /** Names of the indices. */
  readonly axes: string;
  readonly types: readonly DistanceType[];
}

/**
 * Checks that a file holds such an array, and reads it into memory that threads share.
 * @param onChecked called with the bytes of all values before any memory is taken; returns what is called with the bytes read so far
 * @returns the values: a part for each value of the first index, if there are several indices
 * @throws InputError if the file cannot be opened or does not hold such an array; MemoryError if the operating system refuses the memory;
 * Error if the file cannot be read to its end
 */
export async function readDistances(
  path: string,
  { space, shape, axes, types }: ExpectedArray,
  onChecked: (bytes: number) => (bytesRead: number) => void,
): Promise<{ readonly type: DistanceType; readonly parts: readonly DistanceValues[] }> {
  const file = await openInputFile(path, (code) => {
    if (code === 'ENOENT') return new InputError(`${path}: there is no such file; --distances needs a .npy file`);
    if (code === 'ENOTFILE') return new InputError(`${path}: this is not a file; --distances needs a .npy file`);
    return new InputError(`the file ${path} cannot be read (${code})`);
  });
  try {
    const header = parseNpyHeader(path, await file.read(0, Math.min(MOST_HEADER_BYTES, file.bytes)));
    const type = typeOf(path, header.descr, types);
    if (header.fortranOrder) {
      throw new InputError(`${path} is in Fortran order, expected C order: save numpy.ascontiguousarray of the array`);
    }
    if (header.shape.join() !== shape.join()) {
      throw new InputError(
        `${path} has the shape (${header.shape.join(', ')}), expected (${shape.join(', ')}) for distances of ${space}: ${axes}`,
      );
    }
    const { dataOffset } = header;
    const bytes = shape.reduce((product, length) => product * length, ARRAYS[type].BYTES_PER_ELEMENT);
    if (file.bytes !== dataOffset + bytes) {
      const verdict = file.bytes < dataOffset + bytes ? 'is truncated' : 'is too long';
      throw new InputError(
        `${path} ${verdict}: ${dataOffset + bytes} bytes expected, ${file.bytes} found; write it again`,
      );
    }
    const onRead = onChecked(bytes);
    const count = shape.length === 1 ? 1 : shape[0];
    const parts: DistanceValues[] = [];
    for (let part = 0; part < count; part++) {
      const values = sharedArray<DistanceValues>(ARRAYS[type], bytes / count);
      for (let begin = 0; begin < values.byteLength; begin += READ_BYTES) {
        const piece = new Uint8Array(values.buffer, begin, Math.min(READ_BYTES, values.byteLength - begin));
        const offset = part * values.byteLength + begin;
        await file.readInto(piece, dataOffset + offset);
        onRead(offset + piece.length);
      }
      parts.push(values);
    }
    return { type, parts };
  } finally {
    await file.close();
  }
}

function typeOf(path: string, descr: string, types: readonly DistanceType[]): DistanceType {
  const found = types.find((type) => type === descr);
  if (found !== undefined) return found;
  const casts = types.map((type) => `astype('${type === '|u1' ? 'uint8' : type}')`);
  throw new InputError(
    `${path} holds values of the type ${descr}, expected ${types.join(' or ')}: write it with ${casts.join(' or ')}`,
  );
}

/*
 * The header of a .npy file, NumPy's format for one array.
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 *     6 bytes   \x93NUMPY
 *     2 bytes   version, 1.0 or 2.0
 *     u16 LE    length of the header; u32 LE in version 2.0
 *     header    a Python dictionary as text, such as {'descr': '|u1', 'fortran_order': False, 'shape': (9, 20160), }
 */

/** Maximum length of a header. No array of two dimensions needs more. */
const MOST_HEADER_BYTES = 4096;
const MAGIC = '\u0093NUMPY';

/**
 * Reads the header of a .npy file.
 * @param bytes beginning of the file: MOST_HEADER_BYTES, or all of a shorter file
 * @returns its fields, unchecked, among them the type of a value, such as |u1; and the offset of the values
 * @throws InputError if the header is invalid
 */
export function parseNpyHeader(path: string, bytes: Buffer) {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new InputError(`${path} is not a .npy file: it does not begin with \\x93NUMPY; write it with numpy.save`);
  }
  const truncated = () => new InputError(`${path} is truncated in its header: write it again`);
  if (bytes.length < 12) throw truncated();
  const [major, minor] = [bytes[6], bytes[7]];
  if ((major !== 1 && major !== 2) || minor !== 0) {
    throw new InputError(`${path} has .npy format version ${major}.${minor}, expected 1.0 or 2.0`);
  }
  const begin = major === 1 ? 10 : 12;
  const length = major === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
  const dataOffset = begin + length;
  if (dataOffset > MOST_HEADER_BYTES) {
    throw new InputError(`${path} has a header of ${length} bytes, far more than an array of distances needs`);
  }
  if (dataOffset > bytes.length) throw truncated();
  const text = bytes.toString('latin1', begin, dataOffset);
  const fields = parseDictionary(text);
  if (fields === undefined) {
    throw new InputError(
      `${path} has a header that cannot be read: expected a dictionary of descr, fortran_order and shape, found '${excerpt(text.trim())}'`,
    );
  }
  return { ...fields, dataOffset };
}

/** Spelling of Python that differs from that of JSON, in the three entries that a header has. */
const SPELLING: readonly (readonly [RegExp, string])[] = [
  [/'/g, '"'],
  [/,(?=\s*[)}])/g, ''],
  [/\(/g, '['],
  [/\)/g, ']'],
  [/\bTrue\b/, 'true'],
  [/\bFalse\b/, 'false'],
];

/** Reads the three entries in any order, each once. @returns undefined if anything else is found */
function parseDictionary(text: string) {
  if (text.split(':').length !== 1 + 3) return undefined;
  try {
    const json = SPELLING.reduce((changed, [python, spelling]) => changed.replace(python, spelling), text);
    const { descr, fortran_order: fortranOrder, shape } = JSON.parse(json);
    const isShape = Array.isArray(shape) && shape.every((length) => Number.isSafeInteger(length) && length >= 0);
    if (typeof descr !== 'string' || typeof fortranOrder !== 'boolean' || !isShape) return undefined;
    return { descr, fortranOrder, shape: shape as readonly number[] };
  } catch {
    return undefined;
  }
}
