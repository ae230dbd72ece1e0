/** An exported array of distances: [blank's cell, arrangement] in a .npy file. */

import { type Board, formatBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import type { Shape } from './arrangements.js';
import { InputFile, PIECE_BYTES } from './input-file.js';
import { MOST_HEADER_BYTES, parseNpyHeader } from './npy-header.js';
import { newSharedBytes } from './shared-bytes.js';

/** The types that distances may have, and the bytes of a value. The largest value of each says that a state is not reached. */
const BYTES_OF_TYPE = { '|u1': 1, '<u2': 2 } as const;
export type DistanceType = keyof typeof BYTES_OF_TYPE;

/** The distances of each blank cell, in the order of the arrangements. */
export type Distances = readonly Uint8Array[] | readonly Uint16Array[];

export interface DistancesFile {
  readonly file: InputFile;
  readonly type: DistanceType;
  readonly dataOffset: number;
  /** Of all values. */
  readonly bytes: number;
}

/**
 * Opens the file and checks that it holds an array of the board's states.
 * @throws InputError that says in one line what is wrong and what was expected
 */
export async function openDistances(path: string, board: Board, shape: Shape): Promise<DistancesFile> {
  const file = await openFile(path);
  try {
    const start = await file.read(0, Math.min(MOST_HEADER_BYTES, file.bytes));
    const header = parseNpyHeader(path, start);
    const type = typeOf(path, header.descr);
    if (header.fortranOrder) {
      throw new InputError(`${path} is in Fortran order, and C order is expected: write numpy.ascontiguousarray of it`);
    }
    const expected = [board.cells, shape.arrangements];
    if (header.shape.join() !== expected.join()) {
      throw new InputError(
        `${path} has the shape (${header.shape.join(', ')}), and distances of ${formatBoard(board)} have (${expected.join(', ')}): blank cells, arrangements`,
      );
    }
    const { dataOffset } = header;
    const bytes = expected[0] * expected[1] * BYTES_OF_TYPE[type];
    if (file.bytes !== dataOffset + bytes) {
      const verdict = file.bytes < dataOffset + bytes ? 'is cut short' : 'is too long';
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
 * @param onRead called with the bytes that have been read
 * @throws Error where the machine refuses the memory, or the file cannot be read to its end
 */
export async function loadDistances(
  { file, type, dataOffset, bytes }: DistancesFile,
  board: Board,
  onRead: (bytes: number) => void,
): Promise<Distances> {
  const bytesOfCell = bytes / board.cells;
  const buffers: SharedArrayBuffer[] = [];
  for (let cell = 0; cell < board.cells; cell++) {
    const buffer = newSharedBytes(bytesOfCell);
    for (let begin = 0; begin < bytesOfCell; begin += PIECE_BYTES) {
      const piece = new Uint8Array(buffer, begin, Math.min(PIECE_BYTES, bytesOfCell - begin));
      await file.readInto(piece, dataOffset + cell * bytesOfCell + begin);
      onRead(cell * bytesOfCell + begin + piece.length);
    }
    buffers.push(buffer);
  }
  return type === '|u1'
    ? buffers.map((buffer) => new Uint8Array(buffer))
    : buffers.map((buffer) => new Uint16Array(buffer));
}

function typeOf(path: string, descr: string): DistanceType {
  if (Object.hasOwn(BYTES_OF_TYPE, descr)) return descr as DistanceType;
  throw new InputError(
    `${path} holds values of the type ${descr}, and |u1 or <u2 is expected: write it with astype('uint8') or astype('<u2')`,
  );
}

async function openFile(path: string): Promise<InputFile> {
  try {
    return await InputFile.open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new InputError(`${path}: there is no such file; --distances takes a .npy file`);
    if (code === 'ENOTFILE') throw new InputError(`${path}: --distances takes a .npy file, and this is no file`);
    throw new InputError(`the file ${path} cannot be read (${code})`);
  }
}
