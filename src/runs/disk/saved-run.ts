/**
 * An unfinished exploration in the folder from which it is resumed: its manifest, and the names of its files.
 *
 * The manifest is a sealed file, written last, when all files that it refers to are on the disk. So it describes a valid state of the
 * run: the new one, or the previous one. A checkpoint has one `manifest`, which is replaced. A run on disk has one for each layer,
 * `manifest-<depth>`, which is never changed; the one of maximum depth is valid.
 */

import { existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { total } from '../../base/statistics.js';
import { InputError } from '../../base/text.js';
import type { EngineName, EnginePlan } from '../../engines/engine.js';
import { StorageError, writeNew, writeWhole } from '../../files/files.js';
import { readSealed, type Seal, writeSealed } from '../../files/sealed-file.js';
import type { SpaceOutline, SpaceSource } from '../../space/space.js';
import { METRICS, type Metric, makeBoard, parseMap } from '../../spaces/board/board.js';
import { type Geometry, geometryOf, numberOf, STATES_PER_WORD, stateAt } from '../../spaces/board/numbering.js';
import { checkPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource } from '../../spaces/board-facts.js';
import { type HeaderBoard, headerBoard, isSource } from '../../table/header.js';
import type { ExploreEvent } from '../exploration/exploration.js';

/** Listeners and controls of a saved run. */
export interface SavedRunHooks {
  /** Absolute path of the folder for results. */
  readonly output?: string | undefined;
  /** When aborted, the layer in progress is finished and saved, and the run ends with StoppedError. */
  readonly stop?: AbortSignal | undefined;
  readonly onEvent?: ((event: ExploreEvent) => void) | undefined;
}

const SEAL: Seal = { magic: 'ANTIRUN\n', version: 1, what: 'the manifest of an unfinished exploration' };

/** Returns the path of the manifest in a folder with checkpoints. */
export function manifestPath(folder: string): string {
  return join(folder, 'manifest');
}

/** Returns the path of the manifest of a layer on disk. */
export function layerManifestPath(folder: string, depth: number): string {
  return join(folder, `manifest-${depth}`);
}

/** Returns the path of a run's manifest. */
export function manifestPathOf(folder: string, { store, histogram }: SavedRun): string {
  return store === 'memory' ? manifestPath(folder) : layerManifestPath(folder, histogram.length - 1);
}

/** Returns true if a folder has a manifest. @throws the file system's error */
export function hasManifest(folder: string): boolean {
  return existsSync(folder) && ownManifests(folder).length > 0;
}

/**
 * Writes the manifest of a run. The manifest of a checkpoint replaces the previous one; an existing manifest of a layer is kept.
 * @throws the file system's error
 */
export async function writeSavedRun(folder: string, run: SavedRun): Promise<void> {
  const write = run.store === 'memory' ? writeWhole : writeNew;
  await writeSealed(manifestPathOf(folder, run), SEAL, manifestText(run), write);
}

/** Returns the depth of the latest manifest of a run on disk; -1 if there is none. @throws StorageError */
export function latestDepth(folder: string): number {
  const name = manifestsIn(folder).at(-1);
  return name === undefined || name === 'manifest' ? -1 : layerOfFile(name);
}

/**
 * Returns the exploration in a folder; undefined if there is none.
 * @param folder path of the folder of `checkpoints` or `disk`
 * @param depth depth of the manifest of a run on disk; by default the latest
 * @throws StorageError that names the file if it is damaged, or of another version of this program
 * @example
 * ```ts
 * import { readSavedRun } from 'antipode';
 *
 * const run = await readSavedRun('./checkpoint');
 * if (run !== undefined) console.log(`${run.facts.name} is complete up to depth ${run.histogram.length - 1}`);
 * ```
 */
export async function readSavedRun(folder: string, depth?: number): Promise<SavedRun | undefined> {
  const names = manifestsIn(folder);
  if (names.length === 0) return undefined;
  // The manifest of a checkpoint, if there is one.
  const latest = names[0] === 'manifest' ? names[0] : (names.at(-1) as string);
  const path = depth === undefined ? join(folder, latest) : layerManifestPath(folder, depth);
  const sealed = await readSealed(path, SEAL);
  if (sealed === undefined) return undefined;
  const run = runOfManifest(sealed.contents);
  if (run === undefined) {
    throw new StorageError(`${path}: the manifest does not describe an exploration that this program could have begun`);
  }
  if (path !== manifestPathOf(folder, run)) {
    throw new StorageError(
      `${folder} holds work files of an earlier version of this program, which this one cannot resume: resume them with that version, or begin again in an empty folder`,
    );
  }
  return run;
}

/** Reads the names in a folder. @throws StorageError */
function manifestsIn(folder: string): string[] {
  try {
    return ownManifests(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new StorageError(`${folder} cannot be read (${code})`);
  }
}

/* Manifests as plain data: conversion of a run, and validation. */

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

/** The part of a manifest that changes with each layer. */
export type SavedLayers = Pick<SavedRun, 'histogram' | 'first' | 'seconds'>;

/** Returns the run of a plan. @param progress what does not follow from the plan */
export function runOfPlan(
  { engine, facts, request }: EnginePlan,
  progress: Omit<SavedRun, 'engine' | 'facts' | 'table' | 'antipodes'>,
): SavedRun {
  return { engine, facts, table: request.table, antipodes: request.antipodes ?? request.first, ...progress };
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
  /** `claims` is the general engine. */
  readonly engine: EngineName | 'claims';
  readonly space: SpaceOutline;
  readonly first: readonly number[];
}

/** Returns the manifest in its written form. */
export function manifestText({ store, engine, facts, first, ...others }: SavedRun): BoardManifest | SpaceManifest {
  const { source } = facts;
  if (engine === 'general' || source.kind !== 'board') {
    return { store, engine: engine === 'general' ? 'claims' : engine, space: facts, first, ...others };
  }
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
    total(histogram) <= geometry.reached &&
    first.every((state) => isState(state, geometry));
  if (!right) return undefined;
  const states = first.map(([cell, word, bit]) => numberOf(geometry, { cell, word, bit }));
  return { engine: 'boards', facts: boardFacts(geometry, goal, metric), first: states };
}

function isState(state: readonly number[], { board, arrangements }: Geometry): boolean {
  const [cell, word, bit] = state;
  const arrangement = word * STATES_PER_WORD + bit;
  return state.length === 3 && cell < board.cells && bit < STATES_PER_WORD && arrangement < arrangements;
}

function spaceFields({ engine: written, store, space, histogram, first }: SpaceManifest): SpaceFields | undefined {
  const { size, starts, moves, name, metric, reversible } = space;
  const engine = written === 'claims' ? 'general' : written;
  const right =
    (written === 'claims' || isPossibleEngine(written, space.source.kind)) &&
    store === 'memory' &&
    isSource(space.source) &&
    [name, metric ?? '', ...moves].every((text) => typeof text === 'string') &&
    typeof reversible === 'boolean' &&
    isCount(size) &&
    [starts, moves].every((values) => Array.isArray(values) && values.length > 0) &&
    [starts, first].every((states) => areCounts(states) && states.every((state) => state < size)) &&
    histogram[0] === new Set(starts).size &&
    total(histogram) <= size;
  return right ? { engine, facts: space, first } : undefined;
}

/** Returns true if an engine accepts a kind of space. Boards have separate manifests. */
function isPossibleEngine(engine: EngineName, kind: SpaceSource['kind']): boolean {
  if (engine === 'patterns') return kind === 'pattern';
  return engine === 'groups' && (kind === 'known' || kind === 'generators');
}

/** Returns true if a value is an array of counts. Typed arrays have the same methods, but are not valid. */
function areCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isCount);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/* The names of an unfinished exploration's files in its folder, for runs in memory and on disk. */

/** Files of a checkpoint's generation, or portions of a work folder. */
const BULK = /^(visited|table|codes|frontier)-\d+$|^(visited|table)-\d+-\d+$/;
/** Manifest of a checkpoint, or manifests of the layers of a work folder. */
const MANIFEST = /^manifest(-\d+)?$/;
/** Files of a killed process: unfinished files, and its part of the lock. */
const LEFT_BEHIND =
  /^\.(manifest(-\d+)?|(visited|table)-\d+-\d+|lock-claim-[\da-f-]+)\.[\da-f-]+\.tmp$|^lock-claim-[\da-f-]+$/;
/** Names of files that only runs on disk have. The last number is the layer. */
const OF_LAYERS = /^\.?(?:(?:visited|table)-\d+-|manifest-)(\d+)(?:\.|$)/;

/** Returns all files except manifests and locks, ordered by name. @throws the file system's error */
export async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name) || LEFT_BEHIND.test(name)).sort();
}

/** Returns the manifests, the latest last. @throws the file system's error */
export function ownManifests(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => MANIFEST.test(name));
  const layerOf = (name: string) => Number(name.split('-')[1] ?? -1);
  return names.sort((one, other) => layerOf(one) - layerOf(other));
}

/** Returns the files of a run on disk, including unfinished ones, without the lock. @throws the file system's error */
export async function ownLayerFiles(folder: string): Promise<string[]> {
  const names = [...(await ownFiles(folder)), ...ownManifests(folder)];
  return names.filter((name) => OF_LAYERS.test(name));
}

/** Returns the layer of a run's file. */
export function layerOfFile(name: string): number {
  return Number(OF_LAYERS.exec(name)?.[1]);
}

/**
 * Returns the files that only an exploration leaves, without those of a process that was killed while it took the lock or wrote its
 * first manifest.
 * @throws the file system's error
 */
export async function ownBulkFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name)).sort();
}

/**
 * Returns true if a run has begun in a folder, or was killed there before it wrote a manifest.
 * @param folder a folder without a manifest
 */
export async function isBegun(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, 'lock')) || (await ownFiles(folder)).length > 0;
}
