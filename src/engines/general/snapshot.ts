/**
 * The memory of a search as checkpoints save it between two layers:
 *
 *     codes      of all states
 *     frontier   row 0: the list of the last layer's states, if they are listed
 *                row 1: the bits of the states that were expanded from their codes, if they are not
 *
 * Codes of 2 bits do not distinguish the last layer from layers 3, 6 ... before it. Without the frontier the next layer would still be
 * correct, because a state that is expanded again has no new neighbours. But that layer might take as long as all earlier layers
 * together. The width of the codes and the plan of the next layer follow from the depth and the histogram.
 */

import { BYTES_PER_VIEW } from '../../base/memory.js';
import type { HeldRange, Snapshot } from '../snapshot.js';
import { type FrontierList, listCapacity, numberBytes, Plan, type PlannedSpace } from './frontier.js';
import { beginSearch, type CodeBits, codeBytes, countReached, firstList, type SharedSearch } from './shared-search.js';

const CODES = 'codes';
const FRONTIER = 'frontier';
/** Rows of the frontier file. */
const LIST = 0;
const EXPANDED = 1;

/** Returns the maximum bytes of each row of a checkpoint. */
export function bytesOfRows(size: number, bits: CodeBits): number[] {
  const list = listCapacity(size) * numberBytes(size);
  return [codeBytes(size, bits), bits === 2 ? Math.max(list, codeBytes(size, 2) / 2) : list];
}

/** @param search returns the current search, which is replaced when its codes become wider */
export function generalSnapshot(space: PlannedSpace, search: () => SharedSearch): Snapshot {
  const { size } = space;
  /** Number of restored bytes of the list; undefined if the list was not saved. */
  let listed: number | undefined;
  /** Returns a row, which has its own buffer. */
  const rowOf = (file: string, row: number): Row | undefined => {
    if (file === CODES) return search().words;
    return row === LIST ? firstList(search()) : search().expanded;
  };
  return {
    files: [CODES, FRONTIER],
    parts: () => [
      { file: CODES, rows: [0] },
      { file: FRONTIER, rows: [LIST, EXPANDED] },
    ],
    *held({ file }) {
      const { words, expanded, lists, plan } = search();
      const next = new Plan(plan);
      if (file === CODES) yield* piecesOf(0, words);
      else if (next.isListed(size)) yield* piecesOf(LIST, lists[next.list].subarray(0, next.places));
      else if (expanded !== undefined) yield* piecesOf(EXPANDED, expanded);
    },
    rowBytes: (file, row) => rowOf(file, row)?.byteLength ?? 0,
    textOf({ file, row, begin, bytes }) {
      const isList = file === FRONTIER && row === LIST;
      const bits = isList ? 8 * numberBytes(size) : file === FRONTIER ? 1 : search().bits;
      const [first, end] = [begin, begin + bytes].map((place) => (8 * place) / bits);
      return isList ? `places ${first}..${end - 1} of the list` : `states ${first}..${Math.min(end, size) - 1}`;
    },
    put({ file, row, begin, bytes: count }, bytes) {
      const held = rowOf(file, row);
      if (held !== undefined) new Uint8Array(held.buffer, begin, count).set(bytes);
      if (file === FRONTIER && row === LIST) listed = Math.max(listed ?? 0, begin + count);
    },
    async restore(histogram, saved) {
      await saved.read(CODES);
      await saved.read(FRONTIER);
      const { words, bits } = search();
      const expected = histogram.reduce((sum, count) => sum + count, 0);
      saved.checkStates(CODES, expected, countReached(words, bits, size));
      beginSearch(search(), histogram, listed && listed / numberBytes(size), space);
    },
  };
}

type Row = Int32Array | Uint16Array | FrontierList;

function* piecesOf(row: number, { buffer, byteLength }: Row): Generator<HeldRange> {
  for (let begin = 0; begin < byteLength; begin += BYTES_PER_VIEW) {
    yield { row, begin, memory: new Uint8Array(buffer, begin, Math.min(BYTES_PER_VIEW, byteLength - begin)) };
  }
}
