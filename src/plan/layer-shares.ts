/**
 * Finds the share of a full layer's work that each layer of a known distribution can be, at most.
 *
 * A layer moves the blocks that gained states in the layer before into those that are not full. A block has gained nothing if
 * no state was found in it: at the beginning there are fewer states than blocks. And a block is full if none of its states is
 * left: in the end there are fewer states left than blocks. With one block for each state, and the four moves of each,
 *
 *     share of the layer d <= 4 * min(states of depth d - 1, states of depths d, d + 2, d + 4 ...) / blocks of a colour
 *
 * and no layer is more than a full one. Example: 2x7 has 120,120 blocks of either colour, so its layer 17, after 10,535 states, is
 * at most 0.35 of a full one.
 */

const MOST_MOVES = 4;

/**
 * @param histogram states of each depth
 * @param blocks of the cells of one colour
 * @returns [d], 0 to 1, of the layers that are searched: of depth 1 and more, the last of which finds that there is nothing left
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

/** All of them together, in full layers. */
export function fullLayers(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}
