/** A run that was begun on one machine: its last layers are quickly searched by several. */

import { cpSync } from 'node:fs';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { StoppedError } from '#src/runs/exploration/stopped-error.js';
import { exploreBoard, exploreOnDisk } from '../../board-exploration.js';
import { madeOnce } from '../../made-once.js';
import { type Found, foundIn } from '../disk/found.js';
import { ANTIPODES, PORTION_BYTES } from './processes.js';

/** 11 cells, 103 layers: 90 of them have several portions, and are handed out. */
export const BOARD = '..../.#../....';

/** The depth that is complete, unless a test says another one. */
export const BEGUN = 80;

let expected: Promise<Found> | undefined;

/** Returns what one process finds in memory. */
export function expectedFound(): Promise<Found> {
  expected ??= exploreBoard({ board: BOARD, antipodes: ANTIPODES, threads: 2 }).then(foundIn);
  return expected;
}

/** Makes a work folder in which the run is complete up to a depth. The next layer is not begun. */
export async function beginRun(work: string, depth: number = BEGUN): Promise<void> {
  const begun = await madeOnce(`begun-${depth}`, (folder) => beginAlone(folder, depth));
  cpSync(begun, work, { recursive: true });
}

async function beginAlone(folder: string, depth: number): Promise<void> {
  const stop = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    if (event.type === 'layer' && event.depth === depth) stop.abort();
  };
  const options = { board: BOARD, work: folder, antipodes: ANTIPODES, threads: 2, portionBytes: PORTION_BYTES };
  const end = await exploreOnDisk({ ...options, memory: 50e6, stop: stop.signal, onEvent }).catch((error) => error);
  if (!(end instanceof StoppedError)) throw end;
}
