/** Garbage collection between explorations. */

import { Session } from 'node:inspector';

/**
 * Frees unreferenced memory, in about 50 ms. V8 does not count shared memory, so it would keep the bitsets of every exploration:
 * 3.4 GB instead of 1.2 GB for three patterns of 7 tiles of 5x5. The inspector is the only documented access to the garbage collector
 * of a process that was started without flags.
 * @throws Error if Node was built without the inspector
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    session.disconnect();
  }
}
