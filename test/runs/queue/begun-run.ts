/** A run that was begun on one machine, whose last layers several machines can search quickly. */

import { cpSync } from 'node:fs';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { exploreBoard, exploreOnDisk, type Result, resultOf } from '../../board-exploration.js';
import { madeOnce } from '../../made-once.js';
import { FULL } from '../../suite.js';
import { ANTIPODES, PORTION_BYTES } from './coordinate.js';

/** A board of 11 cells with 103 layers, of which 90 have several portions, and are handed out. */
export const BOARD = '..../.#../....';

/** Complete depth of the run by default: near the end in the full tests; `npm test` begins earlier, where the layers are small. */
export const BEGUN = FULL ? 90 : 20;

let expected: Promise<Result> | undefined;

/** Returns the results of a single process in memory. */
export function expectedFound(): Promise<Result> {
  expected ??= exploreBoard({ board: BOARD, antipodes: ANTIPODES, threads: 2 }).then(resultOf);
  return expected;
}

/** Creates a work folder in which the run is complete up to a depth. The next layer is not begun. */
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
