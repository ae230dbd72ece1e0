/** The portions of a layer that are still to be made, and those of them that have files in their place. */

import { existsSync } from 'node:fs';
import { TABLE, VISITED } from './files/portion-header.js';
import { isMade } from './made-portions.js';
import type { PortionStore } from './portion-store.js';

export interface PortionsToMake {
  /** Ascending. */
  readonly portions: readonly number[];
  /**
   * Those whose files are replaced, because one is there and they are not whole. They are not removed: another process may have
   * made them meanwhile, and a layer may be complete that counts on them.
   */
  readonly replaced: ReadonlySet<number>;
}

/** @param portions ascending @throws the file system's error */
export async function portionsToMake(
  store: PortionStore,
  depth: number,
  portions: readonly number[],
): Promise<PortionsToMake> {
  const others: number[] = [];
  const replaced = new Set<number>();
  for (const portion of portions) {
    if (await isMade(store, depth, portion)) continue;
    others.push(portion);
    if (([VISITED, TABLE] as const).some((bitset) => existsSync(store.path(bitset, portion, depth))))
      replaced.add(portion);
  }
  return { portions: others, replaced };
}
