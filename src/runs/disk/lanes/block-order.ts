/**
 * The order in which the blocks of a cell are assigned to portions. Blocks are in the order of their numbers, that is of their leading
 * digits d[0] d[1] ..., or some later digits are moved to the front:
 *
 *     d[a..b]  d[0..a-1]  d[b+1..]
 *
 * A move that rotates a window of the leading digits scatters the blocks by the digits before its carried tile. If a portion has fixed
 * values of the digits a..b instead of 0, its own blocks still form long runs. The source blocks of such a move may form far longer
 * ones.
 */

export interface BlockOrder {
  /** Blocks of a cell. */
  readonly count: number;
  /** Number of values of the digits moved to the front; 1 if blocks are in the order of their numbers. */
  readonly outer: number;
  /** Number of values of the digits after them. */
  readonly low: number;
}

/** Returns the possible orders. @param blockRadices radices of the digits that number the blocks */
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

/** Returns the block at a place of an order. @param place 0..count-1 */
export function blockAt({ count, outer, low }: BlockOrder, place: number): number {
  const together = count / outer;
  const rest = place % together;
  const high = Math.floor(rest / low);
  return (high * outer + Math.floor(place / together)) * low + (rest % low);
}

/** Inverse of blockAt: returns the place of a block. */
export function placeOfBlock({ count, outer, low }: BlockOrder, block: number): number {
  const leading = Math.floor(block / low);
  return (leading % outer) * (count / outer) + Math.floor(leading / outer) * low + (block % low);
}
