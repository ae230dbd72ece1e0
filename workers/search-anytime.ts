/** Piscina entry point: an anytime search, for a client that waits for better solutions. */

import { type AnytimeTask, searchForClient } from '../src/serve/solutions.js';

/** A task leaves nothing in memory. */
export function release(): void {}

export default async function searchAtAnyTime(task: AnytimeTask): Promise<void> {
  const { reports } = task;
  try {
    await searchForClient(task, (found) => reports.postMessage(found));
  } finally {
    // The last report may be delivered after the end.
    reports.postMessage(null);
    reports.close();
  }
}
