/** A run that outlives its process, new or resumed: with checkpoints, or in the files of a work folder, alone or shared through a queue. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { bytesText, InputError, roughTime } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import { StorageError } from '../../files/files.js';
import { checkpointBytes, secondsBetween } from '../../runs/disk/checkpointed-run.js';
import { DamagedError, LayerCompleteError } from '../../runs/disk/portion-file.js';
import { discardSavedRun, presentBytes } from '../../runs/disk/run-folder.js';
import { readSavedRun } from '../../runs/disk/saved-run.js';
import { type Exploration, type ExploreEvent, StoppedError } from '../../runs/exploration/exploration.js';
import { fullLayers } from '../../runs/exploration/published-layers.js';
import { diskLayerTimes, publishedShares } from '../../runs/exploration-plan.js';
import { explorePlanned } from '../../runs/explore.js';
import { measureFolder, measureProcessors } from '../../runs/measured-speeds.js';
import { type DiskPlan, runOnDiskPlanner } from '../../runs/requirements.js';
import { SpaceError } from '../../space/definition.js';
import { BLANK } from '../../spaces/board/position.js';
import { isSameSpace } from '../../spaces/names.js';
import { freeBytes, placeOf } from '../arguments/resources.js';
import { spaceTitle } from '../terminal/distribution-text.js';
import { type Io, SignalError } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import type { Job, LastingStore } from './request.js';
import type { RunWatch } from './run-watch.js';
import { NOTHING_SAVED, resumeAdvice, resumeText } from './saved-run.js';

/**
 * Time in which a repeated signal counts as one. `timeout` and similar programs signal the process and then its whole group;
 * nobody presses Ctrl-C twice this fast.
 */
const MILLISECONDS_OF_ONE = 50;

/** Returns what is done before, during and after a run that outlives its process. */
export function lastingRun({ plan, output, saved, store }: Job & { readonly store: LastingStore }, io: Io) {
  const { folder } = store;
  const queue = store.kind === 'disk' ? store.queue : undefined;
  /** The last complete layer. */
  let complete = saved === undefined ? 0 : saved.histogram.length - 1;
  /** True once the results are written, and the saved run is discarded. */
  let isWritten = false;
  const stoppedText = () =>
    `antipode: stopped immediately; ${isWritten ? 'the results are written' : resumeAdvice(store)}\n`;

  return {
    /** Returns the live lines of the workers. */
    linesBelow: (width: number) => queue?.progress.lines(width) ?? [],

    /**
     * Returns what the run takes besides its table: the memory of a run on disk, and a function that prints the disk space and the time.
     * @throws InputError; MemoryError if --memory is too little; Error if the disk has too little free space
     */
    async storageNeeds(tableBytes: number) {
      const text = (bytes: string) =>
        `${bytes}; ${bytesText(freeBytes(folder))} are free\nif the run is stopped or killed, resume it: ${resumeText(store)}\n`;
      if (store.kind === 'checkpoints') {
        const bytes = checkpointBytes(plan);
        await checkOneDisk(output, tableBytes, folder, 2 * bytes);
        const seconds = secondsBetween(store.everySeconds, saved, folder);
        const often = seconds === 0 ? 'as often as possible' : `every ${seconds} s`;
        const saving = `checkpoints in ${folder} ${often}, two at a time, of at most ${bytesText(bytes)} each`;
        return { announce: async () => void io.stderr.write(text(saving)) };
      }
      if (!(plan instanceof BoardEnginePlan)) throw new InputError(`${plan.facts.name} cannot be explored on disk`);
      const { threadBytes } = plan.search;
      const disk = runOnDiskPlanner(plan, { shared: queue !== undefined })(store.memory);
      await checkOneDisk(output, tableBytes, folder, disk.diskBytes);
      return {
        memory: { bytes: disk.memoryBytes, threadBytes, held: 'the bitsets that are searched' },
        async announce() {
          io.stderr.write(text(`files in ${folder} of at most ${bytesText(disk.diskBytes)}`));
          // The number and speed of the workers are unknown, so no time is announced.
          if (queue === undefined) await announceDiskTime(plan, disk, folder, complete, io);
        },
      };
    },

    /**
     * Explores, and stops after the layer in progress on a signal.
     * @param files files that are written after the search; from then on a signal ends the program immediately
     * @throws SignalError with the command to resume, if a signal has stopped the search; as explorePlanned
     */
    async explore(watch: RunWatch, files: readonly string[]): Promise<Exploration> {
      if (saved !== undefined) {
        const isBoard = plan instanceof BoardEnginePlan;
        const title = isBoard ? spaceTitle(plan.search.geometry.board, plan.goal, plan.metric) : plan.facts.name;
        watch.say(`${title}: resuming from depth ${complete}, saved in ${folder}`);
      }
      queue?.sayBy(watch.say);
      const stop = new AbortController();
      let begun = false;
      let first = { status: 0, at: 0 };
      io.answerSignals((status) => {
        if (first.status === 0) {
          first = { status, at: performance.now() };
          if (queue !== undefined) {
            queue.cancel(new SignalError(status, `stopped, and workers wait; ${resumeAdvice(store)}`));
            return false;
          }
          watch.say(`finishing the layer of depth ${complete + 1} and saving; repeat to stop immediately`);
          stop.abort();
          return false;
        }
        if (performance.now() - first.at <= MILLISECONDS_OF_ONE) return false;
        watch.end();
        io.stderr.write(stoppedText());
        return true;
      });
      const onEvent = (event: ExploreEvent) => {
        begun = true;
        if (event.type === 'layer') complete = event.depth;
        queue?.progress.on(event);
        watch.on(event);
      };
      const where =
        store.kind === 'checkpoints'
          ? { checkpoints: { folder, everySeconds: store.everySeconds } }
          : { disk: { work: folder, memory: store.memory, handOut: queue?.handOut } };
      try {
        return await explorePlanned(plan, { output: resolve(output), saved, stop: stop.signal, onEvent, ...where });
      } catch (error) {
        if (error instanceof StoppedError) {
          const kept = error.folder === null ? NOTHING_SAVED : resumeAdvice(store);
          throw new SignalError(first.status, `stopped after the layer of depth ${error.depth}; ${kept}`);
        }
        // Resuming does not help if a space contradicts itself, a file is damaged, or another process leads the run.
        const isFinal = [SpaceError, SignalError, DamagedError, LayerCompleteError].some(
          (kind) => error instanceof kind,
        );
        if (!begun || !(error instanceof Error) || isFinal) throw error;
        throw new Error(`${error.message}; ${resumeAdvice(store, ' once that is fixed')}`, { cause: error });
      } finally {
        endOnSignal(io, files, stoppedText);
      }
    },

    /** Adds to the failure of a file what is kept, and how it can be written later. */
    async withAdvice(failure: Error): Promise<Error> {
      const run = await readSavedRun(folder);
      const kept = run === undefined ? '' : `what is saved, up to depth ${run.histogram.length - 1}, is kept; `;
      const message = `${failure.message}; ${kept}${resumeAdvice(store, ' once that is fixed')}`;
      return new Error(message, { cause: failure });
    },

    /**
     * Discards the saved run, and ends the workers of a queue. The results are written, so a folder that cannot be tidied costs no more
     * than a line.
     */
    async finish(): Promise<void> {
      isWritten = true;
      try {
        const found = await readSavedRun(folder);
        if (found === undefined || isSameSpace(found.facts, plan.facts)) await discardSavedRun(folder);
        else io.stderr.write(`antipode: ${folder} now holds a run of ${found.facts.name}, which is kept\n`);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        io.stderr.write(`antipode: ${error.message}; the results are written, so ${folder} may be removed by hand\n`);
      }
      await queue?.finish();
    },

    /** Disconnects from the queue. */
    close: async () => queue?.close(),
  };
}

/** A search that moves fewer bytes per layer ends before its speed could be measured. */
const LEAST_BYTES_OF_LAYER = 2e9;

/**
 * Prints the expected time of a search on disk on standard error, from speeds that are measured for some seconds. Prints nothing
 * for a short search.
 * @param work the folder of the work files
 * @param depth the last complete layer
 */
export async function announceDiskTime(
  { search, goal, threads }: BoardEnginePlan,
  disk: DiskPlan,
  work: string,
  depth: number,
  io: Io,
): Promise<void> {
  const { board } = search.geometry;
  const { bytesRead, bytesWritten } = disk.layer;
  if (bytesRead + bytesWritten < LEAST_BYTES_OF_LAYER) return;
  const files = await measureFolder(placeOf(work));
  const processors = await measureProcessors(board, threads);
  const { layerSeconds } = diskLayerTimes(disk, files, processors);
  if (files === undefined || layerSeconds === null) return;
  const shares = publishedShares(board, goal.indexOf(BLANK));
  const all =
    shares === undefined
      ? 'and the number of layers is unknown'
      : `the remaining ${shares.length - 2 - depth} layers at most ${roughTime(fullLayers(shares.slice(depth + 1)) * layerSeconds)}`;
  io.stderr.write(
    `a full layer takes about ${roughTime(layerSeconds)}, ${all}: measured ${bytesText(files.bytesReadPerSecond)}/s read and ${bytesText(files.bytesWrittenPerSecond)}/s written\n`,
  );
}

/**
 * Checks that the disk has room for both the saved run and the table, which is written when the search is complete. The folders need
 * not exist yet.
 * @param output the folder of the results
 * @param bytes size of the table
 * @param folder the folder of the saved run
 * @param saved bytes of the saved run
 * @throws Error if both folders are on one disk without enough free space
 */
export async function checkOneDisk(output: string, bytes: number, folder: string, saved: number): Promise<void> {
  const [one, other] = [output, folder].map((path) => statSync(placeOf(path)).dev);
  const free = freeBytes(folder);
  if (one !== other || free >= bytes + saved - (await presentBytes(folder))) return;
  throw new Error(
    `the run writes up to ${bytesText(saved)} to '${folder}', and then about ${bytesText(Math.ceil(bytes))} to '${output}' on the same disk, but ${bytesText(free)} are free: choose another disk for one of them, or --no-table`,
  );
}
