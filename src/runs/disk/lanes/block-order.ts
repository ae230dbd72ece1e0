/**
 * The order in which the blocks of a cell are dealt out to portions. As they are numbered, by their leading digits d[0] d[1] ..., or
 * with some digits behind the first ones taken as the leading ones:
 *
 *     d[a..b]  d[0..a-1]  d[b+1..]
 *
 * A move that rotates a window of the leading digits scatters what stands in front of its carried tile. If a portion has fixed
 * values of the digits a..b instead of 0, its own blocks still lie in long runs, and those that such a move brings to it may
 * lie in far longer ones.
 */

export interface BlockOrder {
  /** Blocks of a cell. */
  readonly count: number;
  /** Values of the digits that are taken first; 1 if blocks are taken as they are numbered. */
  readonly outer: number;
  /** Values of the digits behind them. */
  readonly low: number;
}

/** @param blockRadices of the digits that number the blocks */
export function ordersOf(blockRadices: readonly number[]): BlockOrder[] {
  const product = (radices: readonly number[]) => radices.reduce((values, radix) => values * radix, 1);
  const count = product(blockRadices);
  const orders: BlockOrder[] = [{ count, outer: 1, low: count }];
  for (let first = 1; first < blockRadices.length; first++) {
    for (let last = first; last < blockRadices.length; last++) {
      orders.push({
        count,
        outer: product(blockRadices.slice(first, last + 1)),
        low: product(blockRadices.slice(last + 1)),
      });
    }
  }
  return orders;
}

/** The block at a place of an order. @param place 0..count-1 */
export function blockAt({ count, outer, low }: BlockOrder, place: number): number {
  const together = count / outer;
  const rest = place % together;
  const high = Math.floor(rest / low);
  return (high * outer + Math.floor(place / together)) * low + (rest % low);
}

/** The inverse of blockAt. */
export function placeOfBlock({ count, outer, low }: BlockOrder, block: number): number {
  const leading = Math.floor(block / low);
  return (leading % outer) * (count / outer) + Math.floor(leading / outer) * low + (block % low);
}
