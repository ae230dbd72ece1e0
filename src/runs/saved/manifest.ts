/** Manifests as plain data: conversion of a run, and validation. */

import { InputError } from '../../base/input-error.js';
import type { EngineName } from '../../engines/engine.js';
import type { SpaceOutline } from '../../space/facts.js';
import type { SpaceSource } from '../../space/space-source.js';
import { makeBoard, parseMap } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import { type Geometry, geometryOf, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { numberOf, stateAt } from '../../spaces/board/numbering/numbering.js';
import { checkPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource, goalFacts } from '../../spaces/board/space/board-facts.js';
import { type HeaderBoard, headerBoard } from '../../table/files/board-header.js';
import { isSource } from '../../table/files/state-header.js';

/** An exploration and its progress. */
export interface SavedRun {
  /** Storage of its states while it runs. */
  readonly store: 'memory' | 'disk';
  readonly engine: EngineName;
  /** The space at the beginning of the run. */
  readonly facts: SpaceOutline;
  /** True if a table is made. */
  readonly table: boolean;
  /** The number of antipodes to list. */
  readonly antipodes: number;
  /** Absolute path of the folder for results; null if it is unknown. */
  readonly output: string | null;
  /** Number of states of each depth, up to the last complete layer. */
  readonly histogram: readonly number[];
  /** First states of the last complete layer, up to the number of antipodes to list. */
  readonly first: readonly number[];
  /** Seconds that the search has taken so far. */
  readonly seconds: number;
  /** Further plain data of the store, which validates them itself. */
  readonly details: unknown;
}

/** The fields of all manifests. */
type CommonFields = Omit<SavedRun, 'engine' | 'facts' | 'first'>;

/** The manifest of a board by its own engines, which the metric determines. */
interface BoardManifest extends CommonFields {
  readonly board: HeaderBoard;
  readonly goal: Position;
  readonly metric: Metric;
  /** Cell, word and bit of each state. */
  readonly first: readonly (readonly [number, number, number])[];
}

/** The manifest of any space. */
interface SpaceManifest extends CommonFields {
  readonly engine: EngineName;
  readonly space: SpaceOutline;
  readonly first: readonly number[];
}

/** Returns the manifest in its written form. */
export function manifestOf({ store, engine, facts, first, ...others }: SavedRun): BoardManifest | SpaceManifest {
  const { source } = facts;
  if (engine === 'claims' || source.kind !== 'board') return { store, engine, space: facts, first, ...others };
  const board = boardOfSource(source);
  const geometry = geometryOf(board);
  const { metric } = source;
  const states = first.map((number) => {
    const { cell, word, bit } = stateAt(geometry, number);
    return [cell, word, bit] as const;
  });
  const goal = parsePosition(source.goal, board);
  return { store, board: headerBoard(board), goal, metric, first: states, ...others };
}

/**
 * Inverse of manifestOf.
 * @returns undefined if the data are not a manifest, but from another program with a valid checksum
 */
export function runOfManifest(contents: unknown): SavedRun | undefined {
  try {
    const manifest = contents as BoardManifest | SpaceManifest;
    const { store, table, antipodes, output, histogram, first, seconds, details } = manifest;
    const plain =
      (store === 'memory' || store === 'disk') &&
      typeof table === 'boolean' &&
      isCount(antipodes) &&
      (output === null || typeof output === 'string') &&
      areCounts(histogram) &&
      histogram.length > 0 &&
      !histogram.includes(0) &&
      first.length <= antipodes &&
      first.length <= histogram[histogram.length - 1] &&
      Number.isFinite(seconds) &&
      seconds >= 0;
    if (!plain) return undefined;
    const space = 'engine' in manifest ? spaceFields(manifest) : boardFields(manifest);
    return space && { store, ...space, table, antipodes, output, histogram, seconds, details };
  } catch (error) {
    // These errors are due to a wrong value. Any other error is a defect of the program.
    if (error instanceof TypeError || error instanceof InputError) return undefined;
    throw error;
  }
}

type SpaceFields = Pick<SavedRun, 'engine' | 'facts' | 'first'>;

/** Returns the fields of a board. @throws InputError, TypeError if the manifest is not that of a board */
function boardFields({ board: header, goal: tiles, metric, histogram, first }: BoardManifest): SpaceFields | undefined {
  if (!METRICS.includes(metric) || ![tiles, ...first].every(areCounts)) return undefined;
  const { rows, columns, name, map } = header;
  const board = map === undefined ? makeBoard(rows, columns) : parseMap(map.join('/'), name);
  const goal = checkPosition(tiles, board);
  const geometry = geometryOf(board);
  const right =
    JSON.stringify(headerBoard(board)) === JSON.stringify(header) &&
    histogram[0] === 1 &&
    sumOf(histogram) <= geometry.reached &&
    first.every((state) => isState(state, geometry));
  if (!right) return undefined;
  const states = first.map(([cell, word, bit]) => numberOf(geometry, { cell, word, bit }));
  return { engine: metric === 'single' ? 'bits' : 'sweeps', facts: goalFacts(geometry, goal, metric), first: states };
}

function isState(state: readonly number[], { board, arrangements }: Geometry): boolean {
  const [cell, word, bit] = state;
  const arrangement = word * STATES_PER_WORD + bit;
  return state.length === 3 && cell < board.cells && bit < STATES_PER_WORD && arrangement < arrangements;
}

function spaceFields({ engine, store, space, histogram, first }: SpaceManifest): SpaceFields | undefined {
  const { size, starts, moves, name, metric, reversible } = space;
  const right =
    (engine === 'claims' || isEngineOf(engine, space.source.kind)) &&
    store === 'memory' &&
    isSource(space.source) &&
    [name, metric ?? '', ...moves].every((text) => typeof text === 'string') &&
    typeof reversible === 'boolean' &&
    isCount(size) &&
    [starts, moves].every((values) => Array.isArray(values) && values.length > 0) &&
    [starts, first].every((states) => areCounts(states) && states.every((state) => state < size)) &&
    histogram[0] === new Set(starts).size &&
    sumOf(histogram) <= size;
  return right ? { engine, facts: space, first } : undefined;
}

/** Returns true if an engine accepts a kind of space. Boards have separate manifests. */
function isEngineOf(engine: EngineName, kind: SpaceSource['kind']): boolean {
  if (engine === 'patterns') return kind === 'pattern';
  return engine === 'groups' && (kind === 'known' || kind === 'generators');
}

function sumOf(histogram: readonly number[]): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** Returns true if a value is an array of counts. Typed arrays have the same methods, but are not valid. */
function areCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isCount);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
