/** An exported array of distances in a .npy file: [blank's cell, arrangement] of a board, [state] of any other space. */

import { InputError } from '../../base/input-error.js';
import { newSharedBytes } from '../threads/shared-bytes.js';
import type { DistanceValues } from './distance-values.js';
import { InputFile, READ_BYTES } from './input-file.js';
import { MOST_HEADER_BYTES, parseNpyHeader } from './npy-header.js';

/** Types of distances, with their bytes per value. The largest value of a type means that a state is not reached. */
const BYTES_OF_TYPE = { '|u1': 1, '<u2': 2, '<u4': 4 } as const;
export type DistanceType = keyof typeof BYTES_OF_TYPE;
const NAMES_OF_TYPES = { '|u1': 'uint8', '<u2': '<u2', '<u4': '<u4' } as const;

/** The array that a file must hold. */
export interface ExpectedArray {
  /** Name of the space, for messages. */
  readonly space: string;
  readonly shape: readonly number[];
  /** Names of the indices. */
  readonly axes: string;
  readonly types: readonly DistanceType[];
}

export interface DistancesFile {
  readonly file: InputFile;
  readonly type: DistanceType;
  readonly dataOffset: number;
  /** Bytes of all values. */
  readonly bytes: number;
}

/**
 * Opens the file and checks that it holds such an array.
 * @throws InputError if the file cannot be opened or does not hold such an array
 */
export async function openDistances(path: string, expected: ExpectedArray): Promise<DistancesFile> {
  const file = await openFile(path);
  try {
    const start = await file.read(0, Math.min(MOST_HEADER_BYTES, file.bytes));
    const header = parseNpyHeader(path, start);
    const type = typeOf(path, header.descr, expected.types);
    if (header.fortranOrder) {
      throw new InputError(`${path} is in Fortran order, expected C order: save numpy.ascontiguousarray of the array`);
    }
    if (header.shape.join() !== expected.shape.join()) {
      throw new InputError(
        `${path} has the shape (${header.shape.join(', ')}), expected (${expected.shape.join(', ')}) for distances of ${expected.space}: ${expected.axes}`,
      );
    }
    const { dataOffset } = header;
    const bytes = expected.shape.reduce((product, length) => product * length, BYTES_OF_TYPE[type]);
    if (file.bytes !== dataOffset + bytes) {
      const verdict = file.bytes < dataOffset + bytes ? 'is truncated' : 'is too long';
      throw new InputError(
        `${path} ${verdict}: ${dataOffset + bytes} bytes expected, ${file.bytes} found; write it again`,
      );
    }
    return { file, type, dataOffset, bytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Reads all distances into memory that threads share.
 * @param parts number of buffers of equal size that receive the distances
 * @param onRead called with the number of bytes read so far
 * @returns the values of each part
 * @throws Error if the machine refuses the memory, or the file cannot be read to its end
 */
export async function loadDistances(
  { file, type, dataOffset, bytes }: DistancesFile,
  parts: number,
  onRead: (bytes: number) => void,
): Promise<DistanceValues[]> {
  const bytesOfPart = bytes / parts;
  const values: DistanceValues[] = [];
  for (let part = 0; part < parts; part++) {
    const buffer = newSharedBytes(bytesOfPart);
    for (let begin = 0; begin < bytesOfPart; begin += READ_BYTES) {
      const piece = new Uint8Array(buffer, begin, Math.min(READ_BYTES, bytesOfPart - begin));
      await file.readInto(piece, dataOffset + part * bytesOfPart + begin);
      onRead(part * bytesOfPart + begin + piece.length);
    }
    values.push(valuesOf(type, buffer));
  }
  return values;
}

function valuesOf(type: DistanceType, buffer: SharedArrayBuffer): DistanceValues {
  if (type === '|u1') return new Uint8Array(buffer);
  return type === '<u2' ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

function typeOf(path: string, descr: string, types: readonly DistanceType[]): DistanceType {
  const found = types.find((type) => type === descr);
  if (found !== undefined) return found;
  const casts = types.map((type) => `astype('${NAMES_OF_TYPES[type]}')`);
  throw new InputError(
    `${path} holds values of the type ${descr}, expected ${types.join(' or ')}: write it with ${casts.join(' or ')}`,
  );
}

async function openFile(path: string): Promise<InputFile> {
  try {
    return await InputFile.open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new InputError(`${path}: there is no such file; --distances needs a .npy file`);
    if (code === 'ENOTFILE') throw new InputError(`${path}: this is not a file; --distances needs a .npy file`);
    throw new InputError(`the file ${path} cannot be read (${code})`);
  }
}
