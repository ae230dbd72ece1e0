/** Piscina entry point: beams of an anytime search. */

import { type BeamsTask, runBeams } from '../src/search/anytime/anytime.js';
import { reportStrayErrors } from '../src/space/definition.js';
import { openSpace } from '../src/spaces/open-space.js';

reportStrayErrors();

/** A task leaves nothing in memory. */
export function release(): void {}

export default async function searchBeams(task: BeamsTask, ended?: AbortSignal): Promise<void> {
  const { source, databases, reports, ...run } = task;
  try {
    // The code of pattern databases is loaded only here, when it is needed.
    const made = databases && (await import('../src/search/ida-star/pattern-databases.js')).PatternDatabases;
    const opened = databases && made?.ofAnotherThread(...databases);
    await runBeams(await openSpace(source), run, opened, ended, (moves) => reports.postMessage(moves));
  } finally {
    // A report may be delivered after the end of the task.
    reports.postMessage(null);
    reports.close();
  }
}
