/**
 * What a request for an exploration may combine: a space, an engine, one goal or all, one pattern or a partition, and where the states
 * are kept: in memory, with checkpoints, in files, or in files whose portions a queue hands out. The library and the program check a
 * request by the same table, and each shows its own names of the options.
 */

import { InputError } from '../base/text.js';
import type { EngineName } from '../engines/engine.js';
import type { SpaceSource } from '../space/space.js';

/** What a request names. Each option that it leaves out is undefined or false. */
interface RunRequest {
  readonly source: SpaceSource;
  /** The only engine that may explore the space, or `fast` for any but the general one. */
  readonly engine?: EngineName | 'fast' | undefined;
  readonly allGoals?: unknown;
  readonly goal?: unknown;
  /** True if the space is one of several patterns. */
  readonly partition?: unknown;
  readonly inMemory?: unknown;
  /** Files of a folder, also if a queue hands them out. */
  readonly disk?: unknown;
  readonly queue?: unknown;
  readonly work?: unknown;
  readonly memory?: unknown;
  readonly checkpoints?: unknown;
  readonly everySeconds?: unknown;
  readonly output?: unknown;
  readonly stop?: unknown;
}

/** Returns the reason why bitsets are kept in files only if each layer reads one half of them and writes the other. */
export function elsewhere(saving: string): string {
  return `in other spaces moves lead anywhere, so every layer would read and write all files; keep the states in memory, and save them with ${saving}`;
}

const isByBoards = ({ source, engine = 'boards' }: RunRequest) =>
  source.kind === 'board' && (engine === 'boards' || engine === 'fast');

/** Returns true if each layer reads one half of the bits and writes the other. */
const isHalved = (request: RunRequest) =>
  isByBoards(request) && 'metric' in request.source && request.source.metric === 'single';

const isPattern = ({ source }: RunRequest) => source.kind === 'pattern';

/** The conflicts: what is wrong and what to do, with the names of options in braces, and the requests that are refused for it. */
const CONFLICTS: Readonly<Record<string, (request: RunRequest) => unknown>> = {
  '{allGoals} needs the engine boards: leave out {engine}': (request) =>
    request.allGoals && request.source.kind === 'board' && !isByBoards(request),
  '{allGoals} is for whole boards, and a pattern has a single goal: leave it out, or give a {goal}': (request) =>
    request.allGoals && isPattern(request),
  '{allGoals} is for boards, whose goals fall into a few classes by symmetry and by renaming tiles; other spaces have no such classes: leave it out, or give a {start}':
    ({ allGoals, source }) => allGoals && source.kind !== 'board',
  '{disk} is for whole boards, without {partition}: keep the states in memory': (request) =>
    request.disk && isPattern(request) && request.partition,
  '{disk} is for whole boards, without {pattern}: keep the states in memory, and save them with {saving}': (request) =>
    request.disk && isPattern(request),
  '{queue} shares a run through the files of a folder: leave out {inMemory}, or {queue}': ({ queue, inMemory }) =>
    queue && inMemory,
  [`{disk} is for {halved}: ${elsewhere('{saving}')}`]: (request) => request.disk && !isHalved(request),
  '{checkpoints} is for bitsets in memory: leave it out, because {disk} saves every layer in the {work} folder': ({
    disk,
    checkpoints,
  }) => disk && checkpoints,
  '{everySeconds} is for bitsets in memory: leave it out, because {disk} saves every layer in the {work} folder': ({
    disk,
    everySeconds,
  }) => disk && everySeconds,
  '{disk} keeps the bitsets in the files of a folder: name it with {work} <dir>': ({ disk, work }) => disk && !work,
  '{work} is the folder of {disk} or {queue}: add one of them, or leave out {work}': ({ disk, work }) => work && !disk,
  '{memory} is the limit of {disk}: add {disk}, or leave out {memory}': ({ disk, memory }) => memory && !disk,
  '{everySeconds} is for checkpoints: add {saving}, or leave it out': ({ everySeconds, checkpoints }) =>
    everySeconds && !checkpoints,
  '{disk} is for a single goal, not for {allGoals}: leave it out': ({ allGoals, disk }) => allGoals && disk,
  '{checkpoints} is for a single goal, not for {allGoals}: leave it out': ({ allGoals, checkpoints }) =>
    allGoals && checkpoints,
  '{allGoals} explores every goal, and {goal} a single one: leave out one of them': ({ allGoals, goal }) =>
    allGoals && goal,
  '{checkpoints} is for one exploration, and {partition} makes several: leave it out, or explore each pattern separately with {onePattern}':
    ({ checkpoints, partition }) => checkpoints && partition,
  '{output} is for explorations with {checkpoints} or on {disk}: leave it out': ({ output, checkpoints, disk }) =>
    output && !checkpoints && !disk,
  '{stop} is for explorations with {checkpoints} or on {disk}: leave it out': ({ stop, checkpoints, disk }) =>
    stop && !checkpoints && !disk,
};

/**
 * Checks that a request can be run.
 * @param names names of the options in messages; by default those of the table
 * @throws InputError with the first conflict
 */
export function checkRequest(request: RunRequest, names: Readonly<Record<string, string>>): void {
  const conflict = Object.keys(CONFLICTS).find((message) => CONFLICTS[message](request));
  if (conflict === undefined) return;
  throw new InputError(conflict.replace(/\{(\w+)\}/g, (_, option) => names[option] ?? option));
}
