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
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import { type FrontierList, listCapacity, Plan, type PlannedSpace, placeBytes } from './frontier.js';
import {
  beginSearch,
  type CodeBits,
  codeBytes,
  countReached,
  firstListOf,
  type SharedSearch,
} from './shared-search.js';

const CODES = 'codes';
const FRONTIER = 'frontier';
/** Rows of the frontier file. */
const LIST = 0;
const EXPANDED = 1;

/** Returns the maximum bytes of each row of a checkpoint. */
export function bytesOfRows(size: number, bits: CodeBits): number[] {
  const list = listCapacity(size) * placeBytes(size);
  return [codeBytes(size, bits), bits === 2 ? Math.max(list, codeBytes(size, 2) / 2) : list];
}

export class GeneralSnapshot implements Snapshot {
  readonly files = [CODES, FRONTIER];
  readonly #space: PlannedSpace;
  readonly #search: () => SharedSearch;
  /** Number of restored bytes of the list; undefined if the list was not saved. */
  #listed: number | undefined;

  /** @param search returns the current search, which is replaced when its codes become wider */
  constructor(space: PlannedSpace, search: () => SharedSearch) {
    this.#space = space;
    this.#search = search;
  }

  parts(): readonly SnapshotPart[] {
    return [
      { file: CODES, rows: [0] },
      { file: FRONTIER, rows: [LIST, EXPANDED] },
    ];
  }

  *held({ file }: SnapshotPart): Generator<HeldRange> {
    const { words, expanded, lists, plan } = this.#search();
    const next = new Plan(plan);
    if (file === CODES) yield* piecesOf(0, words);
    else if (next.isListed(this.#space.capacity)) yield* piecesOf(LIST, lists[next.list].subarray(0, next.places));
    else if (expanded !== undefined) yield* piecesOf(EXPANDED, expanded);
  }

  rowBytes(file: string, row: number): number {
    return this.#row(file, row)?.byteLength ?? 0;
  }

  textOf({ file, row, begin, bytes }: SnapshotRange): string {
    const { size } = this.#space;
    const isList = file === FRONTIER && row === LIST;
    const bits = isList ? 8 * placeBytes(size) : file === FRONTIER ? 1 : this.#search().bits;
    const [first, end] = [begin, begin + bytes].map((place) => (8 * place) / bits);
    return isList ? `places ${first}..${end - 1} of the list` : `states ${first}..${Math.min(end, size) - 1}`;
  }

  put({ file, row, begin, bytes: count }: SnapshotRange, bytes: Uint8Array): void {
    const held = this.#row(file, row);
    if (held !== undefined) new Uint8Array(held.buffer, begin, count).set(bytes);
    if (file === FRONTIER && row === LIST) this.#listed = Math.max(this.#listed ?? 0, begin + count);
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    await saved.read(CODES);
    await saved.read(FRONTIER);
    const search = this.#search();
    const { size } = this.#space;
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(CODES, expected, countReached(search.words, search.bits, size));
    const places = this.#listed && this.#listed / placeBytes(size);
    beginSearch(search, histogram, places, this.#space);
  }

  /** Returns a row, which has its own buffer. */
  #row(file: string, row: number): Row | undefined {
    const search = this.#search();
    if (file === CODES) return search.words;
    return row === LIST ? firstListOf(search) : search.expanded;
  }
}

type Row = Int32Array | Uint16Array | FrontierList;

function* piecesOf(row: number, { buffer, byteLength }: Row): Generator<HeldRange> {
  for (let begin = 0; begin < byteLength; begin += BYTES_PER_VIEW) {
    yield { row, begin, memory: new Uint8Array(buffer, begin, Math.min(BYTES_PER_VIEW, byteLength - begin)) };
  }
}
