/** Good and broken tables and arrays of distances of state spaces to be verified. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { unpack } from 'msgpackr';
import { saveTable } from '#src/files/save-table.js';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import type { ContainerHeader } from '#src/table/container.js';
import type { TableContents } from '#src/table/contents.js';
import type { StateHeader } from '#src/table/header.js';
import { npy, withHeader } from './files.js';

export interface SpaceTableFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly header: StateHeader;
}

/** Makes a table like `antipode explore`; boards too are treated as spaces whose states are numbers. */
export async function makeSpaceTable(folder: string, space: SpaceSource, name: string): Promise<SpaceTableFile> {
  const engine = space.kind === 'board' ? 'general' : undefined;
  const { table } = await explore({ space, engine, threads: 2, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return saved(table, folder, name);
}

/** Saves a table, and reads the file. */
export async function saved(table: TableContents, folder: string, name: string): Promise<SpaceTableFile> {
  const path = join(folder, `${name}.table`);
  await saveTable(table, path);
  const bytes = readFileSync(path);
  return { path, bytes, header: unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12))) };
}

/** Returns a table with some header fields changed and a matching header checksum. */
export const withSpaceHeader: (table: SpaceTableFile, changes: object) => Buffer = withHeader;

/** Returns a table with changed words in a section and matching checksums. */
export function withWords(
  { bytes, header }: { readonly bytes: Buffer; readonly header: ContainerHeader },
  change: (words: Buffer) => void,
  section = 0,
): Buffer {
  const { words, checksums } = header.sections[section];
  const changed = Buffer.from(bytes);
  const of = changed.subarray(words.offset, words.offset + words.bytes);
  change(of);
  for (let begin = 0, at = checksums.offset; begin < of.length; begin += 4096, at += 4) {
    changed.writeUInt32LE(crc32(of.subarray(begin, begin + 4096)), at);
  }
  return changed;
}

/** Returns the bytes of a .npy file. */
export function npyOf(
  values: Uint8Array | Uint16Array | Uint32Array,
  shape: readonly number[] = [values.length],
): Buffer {
  const type = values.BYTES_PER_ELEMENT === 1 ? '|u1' : `<u${values.BYTES_PER_ELEMENT}`;
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  return Buffer.concat([npy([[]], { header }), Buffer.from(values.buffer)]);
}

/** Permutations of three points by one cyclic shift and its inverse: three of six are reached. */
export const SHIFTS: SpaceSource = {
  kind: 'generators',
  name: 'shifts',
  generators: [
    { name: 'a', images: [1, 2, 0] },
    { name: 'b', images: [2, 0, 1] },
  ],
};

/** A puzzle of two tiles of each of two kinds, and a turning disc. */
export const ALIKE: SpaceSource = {
  kind: 'generators',
  name: 'alike',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 0, 4, 5, 6] },
    { name: 'back', images: [3, 0, 1, 2, 4, 5, 6] },
    { name: 'turn', images: [1, 0, 2, 3, 5, 6, 4] },
    { name: 'turn-back', images: [1, 0, 2, 3, 6, 4, 5] },
  ],
  sets: [
    { name: 'tiles', pieces: 4, turns: 1, solved: [1, 1, 2, 2] },
    { name: 'discs', pieces: 1, turns: 3 },
  ],
};

/** A puzzle of all orders of four points, whose moves do not undo each other. */
export const DIRECTED: SpaceSource = {
  kind: 'generators',
  name: 'directed',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 0] },
    { name: 'cycle', images: [1, 2, 0, 3] },
  ],
};
