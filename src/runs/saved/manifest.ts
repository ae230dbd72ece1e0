/** Manifests as plain data: how a run is written in one, and which data are valid. */

import { InputError } from '../../base/input-error.js';
import { type Board, makeBoard, parseMap } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import { type Geometry, geometryOf, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { checkPosition, type Position } from '../../spaces/board/position.js';
import { type HeaderBoard, headerBoard } from '../../table/files/board-header.js';

/** An exploration, and how far it is. */
export interface SavedRun {
  /** Where its bitsets lie while it runs. */
  readonly store: 'memory' | 'disk';
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  /** True if a table is made. */
  readonly table: boolean;
  /** The number of antipodes to list. */
  readonly antipodes: number;
  /** The folder that results are to be written to, absolute; null if that is not known. */
  readonly output: string | null;
  /** States of each depth, up to the last layer that is complete. */
  readonly histogram: readonly number[];
  /** The first states of that layer, as many antipodes as are to be listed. */
  readonly first: readonly State[];
  /** Seconds that the search has taken so far. */
  readonly seconds: number;
  /** Further data of the store, plain, which it checks itself. */
  readonly details: unknown;
}

/** The manifest as it is written. */
export interface Manifest extends Omit<SavedRun, 'board' | 'first'> {
  readonly board: HeaderBoard;
  /** Cell, word, bit of each. */
  readonly first: readonly (readonly [number, number, number])[];
}

export function manifestOf(run: SavedRun): Manifest {
  return {
    ...run,
    board: headerBoard(run.board),
    first: run.first.map(({ cell, word, bit }) => [cell, word, bit] as const),
  };
}

/**
 * The inverse of manifestOf.
 * @returns undefined if it is not a manifest: the work of another program, whatever its checksum says
 */
export function runOfManifest(contents: unknown): SavedRun | undefined {
  try {
    const manifest = contents as Manifest;
    const { store, metric, table, antipodes, output, histogram, first, seconds, details } = manifest;
    const plain =
      (store === 'memory' || store === 'disk') &&
      METRICS.includes(metric) &&
      typeof table === 'boolean' &&
      isCount(antipodes) &&
      (output === null || typeof output === 'string') &&
      [manifest.goal, histogram, ...first].every(areCounts) &&
      first.length <= antipodes &&
      Number.isFinite(seconds) &&
      seconds >= 0;
    if (!plain) return undefined;
    const { rows, columns, name, map } = manifest.board;
    const board = map === undefined ? makeBoard(rows, columns) : parseMap(map.join('/'), name);
    const goal = checkPosition(manifest.goal, board);
    const geometry = geometryOf(board);
    const right =
      JSON.stringify(headerBoard(board)) === JSON.stringify(manifest.board) &&
      isHistogram(histogram, geometry) &&
      first.length <= histogram[histogram.length - 1] &&
      first.every((state) => isState(state, geometry));
    if (!right) return undefined;
    const states = first.map(([cell, word, bit]) => ({ cell, word, bit }));
    return { store, board, goal, metric, table, antipodes, output, histogram, first: states, seconds, details };
  } catch (error) {
    // A value whose shape is wrong. Every other error is the program's own.
    if (error instanceof TypeError || error instanceof InputError) return undefined;
    throw error;
  }
}

/** Returns whether layers may have these numbers of states: one at depth 0, none empty, and not more in all than there are. */
function isHistogram(histogram: readonly number[], { reached }: Geometry): boolean {
  if (histogram[0] !== 1 || histogram.includes(0)) return false;
  return histogram.reduce((sum, count) => sum + count, 0) <= reached;
}

function isState(state: readonly number[], { board, words }: Geometry): boolean {
  const [cell, word, bit] = state;
  return state.length === 3 && cell < board.cells && word < words && bit < STATES_PER_WORD;
}

/** Bytes have all that arrays have, and are none. */
function areCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isCount);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
