/** Explorations on disk that are interrupted while they write, as if the machine had stopped: writes in progress are half done. */

import { vi } from 'vitest';
import { DirectFile, PAGE_BYTES } from '#src/files/direct-file.js';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { exploreOrResume, type OnDiskOptions } from '../../board-exploration.js';

class Crash extends Error {}

/**
 * Begins or resumes an exploration, and interrupts it.
 * @param strikes returns true to stop at this write to a portion's file, after the first half of its pages
 * @returns the results if it was not interrupted
 */
export async function untilCrash(
  options: OnDiskOptions,
  mostBufferBytes: number | undefined,
  strikes: (path: string) => boolean,
): Promise<Exploration | undefined> {
  const write = DirectFile.prototype.write;
  let dead = false;
  const spy = vi.spyOn(DirectFile.prototype, 'write').mockImplementation(async function (
    this: DirectFile,
    source,
    offset,
  ) {
    if (dead) throw new Crash();
    if (strikes(this.path)) {
      dead = true;
      const pages = Math.floor(source.length / PAGE_BYTES / 2);
      await write.call(this, source.subarray(0, pages * PAGE_BYTES), offset);
      throw new Crash();
    }
    await write.call(this, source, offset);
  });
  try {
    return await exploreOrResume(options, mostBufferBytes);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return undefined;
  } finally {
    spy.mockRestore();
  }
}
