/** The portions of a layer that remain to be made, and those of them whose files must be replaced. */

import { existsSync } from 'node:fs';
import { TABLE, VISITED } from './files/portion-header.js';
import { isMade } from './made-portions.js';
import type { PortionStore } from './portion-store.js';

export interface PortionsToMake {
  /** Numbers of the portions, in ascending order. */
  readonly portions: readonly number[];
  /**
   * The portions whose existing files are not intact, and are replaced. They are not removed first: another process may have made them
   * meanwhile, and a complete layer may rely on them.
   */
  readonly replaced: ReadonlySet<number>;
}

/** Selects the portions that are not made yet. @param portions in ascending order @throws StorageError */
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
