/** Good and broken tables and arrays of distances to be verified. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Packr } from 'msgpackr';
import { saveTable } from '#src/files/save-table.js';
import { type Metric, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition } from '#src/spaces/board/position.js';
import type { ContainerHeader } from '#src/table/container.js';
import { type BoardHeader, headerOf } from '#src/table/header.js';
import { exploreBoard } from '../../board-exploration.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';

export interface TableFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly header: BoardHeader;
}

/** Makes a table like `antipode explore`. */
export async function makeTable(
  folder: string,
  boardText: string,
  goalCell?: number,
  metric: Metric = 'single',
): Promise<TableFile> {
  const board = parseBoard(boardText);
  const { table } = await exploreBoard({
    board,
    goal: orderedPosition(board, goalCell),
    metric,
    threads: 2,
    antipodes: 0,
  });
  if (table === null) throw new Error('no table');
  const path = join(folder, `${boardText.replaceAll('/', '-')}-${metric}-${goalCell ?? 'last'}.table`);
  await saveTable(table, path);
  return { path, bytes: readFileSync(path), header: headerOf(table).header as BoardHeader };
}

/** Returns a copy with one bit changed. */
export function flipped(bytes: Buffer, byte: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[byte] ^= 1 << bit;
  return changed;
}

/** Returns a table with some header fields changed and a matching header checksum. */
export function withHeader(
  { bytes, header }: { readonly bytes: Buffer; readonly header: ContainerHeader },
  changes: object,
): Buffer {
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

/** [cell][arrangement]: distances by the plain search; -1, which becomes the largest value, for states that are not reached. */
export function plainDistances(boardText: string, goalCell?: number, metric: Metric = 'single'): number[][] {
  const board = parseBoard(boardText);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board, goalCell);
  const { depths } = plainMapSearch(mapOf(board), goal, metric);
  return Array.from({ length: board.cells }, (_, cell) =>
    Array.from({ length: geometry.arrangements }, (_, arrangement) => {
      const state = { cell, word: Math.floor(arrangement / 60), bit: arrangement % 60 };
      const position = positionOf(geometry, goal, state);
      if (position[cell] !== BLANK) throw new Error('the blank lies elsewhere');
      return depths[plainRank(position)];
    }),
  );
}

export interface NpyOptions {
  readonly descr?: string;
  /** Replaces the header that matches the values. */
  readonly header?: string;
  readonly major?: number;
}

/** Returns the bytes of a .npy file. */
export function npy(distances: readonly (readonly number[])[], options: NpyOptions = {}): Buffer {
  const { descr = '|u1', major = 1 } = options;
  const shape = `(${distances.length}, ${distances[0].length})`;
  const text = options.header ?? `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`;
  const begin = major === 1 ? 10 : 12;
  const padded = `${text.padEnd(Math.ceil((begin + text.length + 1) / 64) * 64 - begin - 1)}\n`;
  const prefix = Buffer.alloc(begin);
  prefix.write('\u0093NUMPY', 'latin1');
  prefix[6] = major;
  if (major === 1) prefix.writeUInt16LE(padded.length, 8);
  else prefix.writeUInt32LE(padded.length, 8);
  const values = distances.flat();
  const data = descr === '<u2' ? Buffer.from(Uint16Array.from(values).buffer) : Buffer.from(Uint8Array.from(values));
  return Buffer.concat([prefix, Buffer.from(padded, 'latin1'), data]);
}
