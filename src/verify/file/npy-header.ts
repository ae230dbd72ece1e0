/**
 * The header of a .npy file, NumPy's format for one array.
 * Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 *     6 bytes   \x93NUMPY
 *     2 bytes   version, 1.0 or 2.0
 *     u16 LE    length of the header; u32 LE in version 2.0
 *     header    a Python dictionary as text, such as {'descr': '|u1', 'fortran_order': False, 'shape': (9, 20160), }
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

/** Maximum length of a header. No array of two dimensions needs more. */
export const MOST_HEADER_BYTES = 4096;
const MAGIC = '\u0093NUMPY';

/** The fields of a header, unchecked. */
export interface NpyHeader {
  /** Type of a value, such as |u1. */
  readonly descr: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  /** Offset of the values. */
  readonly dataOffset: number;
}

/**
 * Reads the header of a .npy file.
 * @param bytes beginning of the file: MOST_HEADER_BYTES, or all of a shorter file
 * @throws InputError if the header is invalid
 */
export function parseNpyHeader(path: string, bytes: Buffer): NpyHeader {
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

const ENTRY = /^\s*(['"])(\w+)\1\s*:\s*(?:(['"])([^'"]*)\3|(True|False)|\(([\d,\s]*)\))\s*(,|$)/;

/** Reads the three entries in any order, each once. @returns undefined if anything else is found */
function parseDictionary(text: string): Omit<NpyHeader, 'dataOffset'> | undefined {
  const braces = /^\s*\{(.*)\}\s*$/.exec(text);
  if (braces === null) return undefined;
  let descr: string | undefined;
  let fortranOrder: boolean | undefined;
  let shape: number[] | undefined;
  let rest = braces[1];
  let entries = 0;
  while (rest.trim() !== '') {
    const match = ENTRY.exec(rest);
    if (match === null) return undefined;
    const [entry, , key, , string, truth, tuple] = match;
    if (key === 'descr' && string !== undefined) descr = string;
    else if (key === 'fortran_order' && truth !== undefined) fortranOrder = truth === 'True';
    else if (key === 'shape' && tuple !== undefined) shape = numbersOf(tuple);
    else return undefined;
    rest = rest.slice(entry.length);
    entries++;
  }
  if (descr === undefined || fortranOrder === undefined || shape === undefined || entries !== 3) return undefined;
  return { descr, fortranOrder, shape };
}

/** Reads the numbers of a tuple. A comma can follow the last one. */
function numbersOf(tuple: string): number[] | undefined {
  const parts = tuple.replace(/,\s*$/, '').split(',');
  if (tuple.trim() === '') return [];
  return parts.every((part) => /^\s*\d{1,15}\s*$/.test(part)) ? parts.map(Number) : undefined;
}
