/** Good and broken tables and arrays of distances of state spaces to be verified. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Packr, unpack } from 'msgpackr';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import type { TableContents } from '#src/table/files/contents.js';
import type { StateHeader } from '#src/table/files/header.js';
import { saveTable } from '#src/table/files/save.js';

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

export async function saved(table: TableContents, folder: string, name: string): Promise<SpaceTableFile> {
  const path = join(folder, `${name}.table`);
  await saveTable(table, path);
  const bytes = readFileSync(path);
  return { path, bytes, header: unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12))) };
}

/** Returns a table with some header fields changed and a matching header checksum. */
export function withSpaceHeader({ bytes, header }: SpaceTableFile, changes: object): Buffer {
  const map = new Packr({ useRecords: false }).pack({ ...header, ...changes });
  const begin = header.sections[0].words.offset;
  const head = Buffer.alloc(begin);
  bytes.copy(head, 0, 0, 16);
  head.writeUInt32LE(map.length, 12);
  if (16 + map.length + 4 > begin) throw new Error('the header has become too long');
  map.copy(head, 16);
  head.writeUInt32LE(crc32(head.subarray(0, 16 + map.length)), 16 + map.length);
  return Buffer.concat([head, bytes.subarray(begin)]);
}

/** Returns a table with changed words and matching checksums. */
export function withWords({ bytes, header }: SpaceTableFile, change: (words: Buffer) => void): Buffer {
  const [{ words, checksums }] = header.sections;
  const changed = Buffer.from(bytes);
  const of = changed.subarray(words.offset, words.offset + words.bytes);
  change(of);
  for (let begin = 0, at = checksums.offset; begin < of.length; begin += 4096, at += 4) {
    changed.writeUInt32LE(crc32(of.subarray(begin, begin + 4096)), at);
  }
  return changed;
}

/** Returns the bytes of a .npy file with one index. */
export function npyOf(values: Uint8Array | Uint16Array | Uint32Array): Buffer {
  const size = values.BYTES_PER_ELEMENT;
  const text = `{'descr': '${size === 1 ? '|u1' : `<u${size}`}', 'fortran_order': False, 'shape': (${values.length},), }`;
  const padded = `${text.padEnd(Math.ceil((10 + text.length + 1) / 64) * 64 - 11)}\n`;
  const prefix = Buffer.from('\u0093NUMPY\u0001\u0000\u0000\u0000', 'latin1');
  prefix.writeUInt16LE(padded.length, 8);
  return Buffer.concat([prefix, Buffer.from(padded, 'latin1'), Buffer.from(values.buffer)]);
}
