/**
 * The options that a request for an exploration may combine: engine, goals, patterns, and the place in which the states are kept. That
 * place is memory, memory with checkpoints, files, or files whose portions a queue hands out. The library and the program check a request
 * by the same table, and each shows its own names of the options.
 */

import { InputError } from '../base/text.js';
import type { EngineName } from '../engines/engine.js';
import type { SpaceSource } from '../space/space.js';

/** Options that a request can name. `disk` means files of a folder, also if a queue hands them out; `resumed` that a saved run goes on. */
type Option =
  | 'allGoals'
  | 'goal'
  | 'partition'
  | 'inMemory'
  | 'disk'
  | 'queue'
  | 'work'
  | 'memory'
  | 'checkpoints'
  | 'everySeconds'
  | 'output'
  | 'stop'
  | 'resumed';

/** A request. An option that is left out is undefined or false. */
interface RunRequest extends Readonly<Partial<Record<Option, unknown>>> {
  readonly source: SpaceSource;
  /** The only engine that may explore the space, or `fast` for any but the general one. */
  readonly engine?: EngineName | 'fast' | undefined;
}

/** What is true of a request: `halved` if each layer reads one half of the bits and writes the other. */
type Traits = Readonly<Partial<Record<Option | 'board' | 'pattern' | 'byBoards' | 'halved', boolean>>>;

/** Returns the reason why bitsets are kept in files only if each layer reads one half of them and writes the other. */
export function elsewhere(saving: string): string {
  return `in other spaces moves lead anywhere, so every layer would read and write all files; keep the states in memory, and save them with ${saving}`;
}

/** The conflicts: what is wrong and what to do, with the names of options in braces, and the requests that are refused for it. */
const CONFLICTS: Readonly<Record<string, (its: Traits) => boolean | undefined>> = {
  '{allGoals} needs the engine boards: leave out {engine}': (its) => its.allGoals && its.board && !its.byBoards,
  '{allGoals} is for whole boards, and a pattern has a single goal: leave it out, or give a {goal}': (its) =>
    its.allGoals && its.pattern,
  '{allGoals} is for boards, whose goals fall into a few classes by symmetry and by renaming tiles; other spaces have no such classes: leave it out, or give a {start}':
    (its) => its.allGoals && !its.board,
  '{disk} is for whole boards, without {partition}: keep the states in memory': (its) =>
    its.disk && its.pattern && its.partition,
  '{disk} is for whole boards, without {pattern}: keep the states in memory, and save them with {saving}': (its) =>
    its.disk && its.pattern,
  '{queue} shares a run through the files of a folder: leave out {inMemory}, or {queue}': (its) =>
    its.queue && its.inMemory,
  '{everySeconds} is for runs in memory, and the saved one is on disk, where every layer is saved: leave it out': (
    its,
  ) => its.resumed && its.disk && its.everySeconds,
  '{memory} is for runs on disk, and the saved one is in memory: leave it out': (its) =>
    its.resumed && !its.disk && its.memory,
  [`{disk} is for {halved}: ${elsewhere('{saving}')}`]: (its) => its.disk && !its.halved,
  '{checkpoints} is for bitsets in memory: leave it out, because {disk} saves every layer in the {work} folder': (
    its,
  ) => its.disk && its.checkpoints,
  '{everySeconds} is for bitsets in memory: leave it out, because {disk} saves every layer in the {work} folder': (
    its,
  ) => its.disk && its.everySeconds,
  '{disk} keeps the bitsets in the files of a folder: name it with {work} <dir>': (its) => its.disk && !its.work,
  '{work} is the folder of {disk} or {queue}: add one of them, or leave out {work}': (its) => its.work && !its.disk,
  '{memory} is the limit of {disk}: add {disk}, or leave out {memory}': (its) => its.memory && !its.disk,
  '{everySeconds} is for checkpoints: add {saving}, or leave it out': (its) => its.everySeconds && !its.checkpoints,
  '{disk} is for a single goal, not for {allGoals}: leave it out': (its) => its.allGoals && its.disk,
  '{checkpoints} is for a single goal, not for {allGoals}: leave it out': (its) => its.allGoals && its.checkpoints,
  '{allGoals} explores every goal, and {goal} a single one: leave out one of them': (its) => its.allGoals && its.goal,
  '{checkpoints} is for one exploration, and {partition} makes several: leave it out, or explore each pattern separately with {onePattern}':
    (its) => its.checkpoints && its.partition,
  '{output} is for explorations with {checkpoints} or on {disk}: leave it out': (its) =>
    its.output && !its.checkpoints && !its.disk,
  '{stop} is for explorations with {checkpoints} or on {disk}: leave it out': (its) =>
    its.stop && !its.checkpoints && !its.disk,
};

/**
 * Checks that a request can be run.
 * @param name returns the name of an option, or of what it is for, in messages
 * @throws InputError with the first conflict
 */
export function checkRequest(request: RunRequest, name: (option: string) => string): void {
  const { source, engine = 'boards', ...options } = request;
  const given = Object.entries(options).map(([option, value]) => [option, value !== undefined && value !== false]);
  const byBoards = source.kind === 'board' && (engine === 'boards' || engine === 'fast');
  const [board, pattern] = [source.kind === 'board', source.kind === 'pattern'];
  const halved = byBoards && source.metric === 'single';
  const its: Traits = { ...Object.fromEntries(given), board, pattern, byBoards, halved };
  const conflict = Object.keys(CONFLICTS).find((message) => CONFLICTS[message](its));
  if (conflict !== undefined) throw new InputError(conflict.replace(/\{(\w+)\}/g, (_, option) => name(option)));
}
