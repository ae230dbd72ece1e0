/**
 * Finds an upper bound for the share of a full layer's work in each layer of a known distribution.
 *
 * A layer moves the blocks that gained states in the layer before into the blocks that are not full. Early layers have fewer states
 * than blocks, so at most that many blocks have gained a state. Late layers leave fewer states than blocks, so at most that many blocks
 * are not full. With one block for each state, and its four moves,
 *
 *     share of the layer d <= 4 * min(states of depth d - 1, states of depths d, d + 2, d + 4 ...) / blocks of a colour
 *
 * and no layer is more than a full one. Example: 2x7 has 120,120 blocks of either colour. Layer 17 follows 10,535 states, so it is at
 * most 0.35 of a full layer.
 */

const MOST_MOVES = 4;

/**
 * Returns the bounds of all layers.
 * @param histogram number of states of each depth
 * @param blocks number of blocks in the cells of one colour
 * @returns [d], 0 to 1, for the layers that are searched: depths from 1 on, including the last one, which is empty
 */
export function layerShares(histogram: readonly number[], blocks: number): readonly number[] {
  const shares = new Array<number>(histogram.length + 1).fill(0);
  const left = [0, 0];
  for (let depth = histogram.length - 1; depth > 0; depth--) {
    left[depth % 2] += histogram[depth];
    const most = Math.min(histogram[depth - 1], left[depth % 2]);
    shares[depth] = Math.min(1, (MOST_MOVES * most) / blocks);
  }
  return shares;
}

/** Returns the work of all layers together, in full layers. */
export function fullLayers(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}
