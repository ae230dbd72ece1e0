/** `antipode explore --queue`: a run whose portions are made by workers. Begins one, or resumes the run in the folder. */

import { InputError } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan, Need } from '../../engines/engine.js';
import type { HandOut } from '../../runs/disk/disk-run.js';
import { planDisk } from '../../runs/disk-plan.js';
import { readSavedRun, type SavedRun } from '../../runs/exploration/saved-run.js';
import { planRun } from '../../runs/explore.js';
import { Coordinator, type QueueEvent } from '../../runs/queue/coordinator.js';
import { planOfSaved } from '../../runs/resumed-run.js';
import type { SpaceSource } from '../../space/space.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import type { Io } from '../terminal/process.js';
import { QueueProgress } from '../terminal/queue-progress.js';
import type { SharedStore } from './request.js';
import { explorationPaths } from './result.js';
import type { Job } from './run.js';
import { boardText, outputOf } from './saved-run.js';

/**
 * Returns the job of a shared run.
 * @param asked the folder of the results, if it is named
 * @param program the version of the program
 * @throws InputError if the folder holds another run; as planRun and planOfSaved
 */
export async function sharedJob(
  source: SpaceSource,
  need: Need,
  { folder, url, memory }: SharedStore,
  asked: string | undefined,
  program: string,
): Promise<Job> {
  const saved = await readSavedRun(folder);
  if (saved !== undefined) checkSameRequest(saved, source, need, folder);
  const queue = new SharedQueue({ url, program });
  const { signal } = queue;
  const plan =
    saved === undefined
      ? await planRun(source, { ...need, signal })
      : await planOfSaved(saved, folder, { threads: need.threads, signal });
  const output = saved === undefined ? (asked ?? DEFAULT_FOLDER) : outputOf(saved, asked);
  const store = { kind: 'disk', folder, memory: memory ?? modestMemory(plan), queue } as const;
  return { plan, store, output, paths: explorationPaths(output, plan), saved };
}

/** Bytes that the coordinator uses by default: it only makes layers of a few portions. */
const MODEST_MEMORY = 500e6;

/** Returns the bytes that the coordinator uses by default: MODEST_MEMORY, or its minimum if that is more. */
function modestMemory(plan: EnginePlan): number {
  if (!(plan instanceof BoardEnginePlan)) return MODEST_MEMORY;
  const { search, need, threads } = plan;
  const first = need.first;
  const staging = { table: need.table, memory: MODEST_MEMORY, threads, first, shared: true, orLeast: true };
  return Math.max(MODEST_MEMORY, planDisk(search.geometry.board, staging).memoryBytes);
}

/** @throws InputError if the folder holds another run than the requested one */
function checkSameRequest(
  { facts, store, table, antipodes }: SavedRun,
  source: SpaceSource,
  need: Need,
  folder: string,
): void {
  if (store !== 'disk') {
    throw new InputError(`${folder} holds the checkpoint of a run in memory: name another folder with --work`);
  }
  const found = phrasesOf(facts.source, table, antipodes);
  const asked = phrasesOf(source, need.table, need.antipodes);
  const other = found.findIndex((phrase, index) => phrase !== asked[index]);
  if (other < 0) return;
  throw new InputError(
    `${folder} holds a run ${found[other]}, but the command asks for one ${asked[other]}: repeat the command that began it, or name another folder`,
  );
}

/** Returns the properties that determine the files of a run, in words. */
function phrasesOf(source: SpaceSource, table: boolean, antipodes: number | undefined): readonly string[] {
  const board = source.kind === 'board' ? boardText(boardOfSource(source)) : source.kind;
  const goal = source.kind === 'board' ? source.goal : 'none';
  return [
    `of ${board}`,
    `with the goal ${goal}`,
    `with${table ? '' : 'out'} a table`,
    `that lists ${antipodes} antipodes`,
  ];
}

/** The queue that hands a run's portions out to workers: the program opens, watches, cancels and closes it. */

interface SharedQueueOptions {
  /** The address of the server. */
  readonly url: string;
  /** The version of the program. */
  readonly program: string;
}

export class SharedQueue {
  /** The live lines of the workers. */
  readonly progress = new QueueProgress();
  readonly #options: SharedQueueOptions;
  readonly #canceller = new AbortController();
  #coordinator: Coordinator | undefined;
  /** Prints a line. */
  #say: (message: string) => void = () => {};

  constructor(options: SharedQueueOptions) {
    this.#options = options;
  }

  /** Aborted when the run is to end immediately. */
  get signal(): AbortSignal {
    return this.#canceller.signal;
  }

  /** Connects to the server. @throws QueueError */
  async open({ stderr }: Io): Promise<void> {
    this.#say = (message) => stderr.write(`antipode: ${message}\n`);
    const { signal } = this;
    this.#coordinator = await Coordinator.open({ ...this.#options, signal, onEvent: this.#on });
  }

  /** Sets the function that prints notes, above the live lines. */
  sayBy(say: (message: string) => void): void {
    this.#say = (message) => say(`antipode: ${message}`);
  }

  /** Has workers make portions. The queue must be open. */
  readonly handOut: HandOut = (search, asked) => this.#opened.handOut(search, asked);

  /** Ends the run. @param reason error that the run rejects with */
  cancel(reason: Error): void {
    this.#canceller.abort(reason);
  }

  /** Ends the workers, once the run is complete and its results are written. */
  async finish(): Promise<void> {
    await this.#opened.finish();
  }

  /** Disconnects from the server. Unless the run is finished, workers wait. */
  async close(): Promise<void> {
    await this.#coordinator?.close();
  }

  get #opened(): Coordinator {
    return this.#coordinator as Coordinator;
  }

  readonly #on = (event: QueueEvent): void => {
    if (event.type === 'note') this.#say(event.message);
    else this.progress.on(event);
  };
}
