/** The missing portions of a layer whose portions should all exist. */

import { eachOf } from '../disk/files/transfers.js';
import { whenVisible } from '../disk/files/when-visible.js';
import { checkCurrent } from '../disk/finish-layer.js';
import { stateOfPortion } from '../disk/made-portions.js';
import type { PortionStore } from '../disk/portion-store.js';

/**
 * Waits for portions that are not visible yet.
 * @param portions all portions of the layer
 * @param onWait called once with the portions that are not visible, if they are awaited
 * @returns the portions to make, or to make again if they are damaged, in ascending order
 * @throws StorageError; LateError if the layer is complete
 */
export async function missingPortions(
  store: PortionStore,
  layer: number,
  portions: readonly number[],
  onWait?: (portions: readonly number[]) => void,
): Promise<readonly number[]> {
  const damaged: number[] = [];
  let missing = portions;
  let isAnnounced = false;
  const look = async () => {
    const still: number[] = [];
    await eachOf(missing, async (portion) => {
      const state = await stateOfPortion(store, layer, portion);
      if (state === 'damaged') damaged.push(portion);
      if (state === 'missing') still.push(portion);
    });
    missing = still;
    return still.length === 0 ? true : undefined;
  };
  await whenVisible(look, store.patience, () => {
    checkCurrent(store.folder, layer - 1);
    if (!isAnnounced) onWait?.(missing);
    isAnnounced = true;
  });
  return [...damaged, ...missing].sort((a, b) => a - b);
}
