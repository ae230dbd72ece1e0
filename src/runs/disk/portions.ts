/**
 * The words of a run on disk:
 *
 *     block     consecutive bits of a blank cell; its *index* is cell * count + block
 *     order     the order in which the blocks of a cell are divided among portions, and *place* the position of a block in it
 *     portion   the blocks at places begin..end-1, on all cells of one colour, with files of its own
 *     slot      the pages of a block in a file, or in a buffer
 *     key       the number of a block in the order of the files: by colour, portion and slot
 *     stage     the blocks in memory at one time, which are searched together (stage.ts)
 *     buffer    the memory of a stage (buffers.ts)
 *
 * A file has a slot for each block of its portion, [cell][place]. Blocks of a portion with consecutive keys are adjacent in its file.
 */

/** The location of a block in the files. The colour is 0 for the cells of even depths, 1 for those of odd depths. */
export type FilePlace = { readonly colour: number; readonly portion: number; readonly slot: number };

export type Portions = ReturnType<typeof divideBlocks>;

/**
 * Divides the blocks of all cells into portions.
 * @param places number of places in a portion; the last portion may have fewer
 * @param colours cells of even and of odd depths, in ascending order
 */
export function divideBlocks(
  order: BlockOrder,
  places: number,
  colours: readonly [readonly number[], readonly number[]],
) {
  /** Number of portions of each colour. */
  const count = Math.ceil(order.count / places);
  /** Colour of each cell, and its number among the cells of the colour. */
  const colourOf: number[] = [];
  const rankOf: number[] = [];
  for (const [colour, cells] of colours.entries()) {
    for (const [rank, cell] of cells.entries()) {
      colourOf[cell] = colour;
      rankOf[cell] = rank;
    }
  }

  /** Returns the place after the last one of a portion. */
  function endOf(portion: number): number {
    return Math.min(order.count, (portion + 1) * places);
  }

  function portionOf(place: number): number {
    return Math.floor(place / places);
  }

  function portionOfBlock(block: number): number {
    return portionOf(placeOfBlock(order, block));
  }

  /** Returns the number of slots in a portion's file. */
  function slotsOf(colour: number, portion: number): number {
    return colours[colour].length * placesIn(portion);
  }

  function keyOf(index: number): number {
    const cell = Math.floor(index / order.count);
    const place = placeOfBlock(order, index % order.count);
    const portion = portionOf(place);
    const slot = rankOf[cell] * placesIn(portion) + (place - portion * places);
    return firstKey(colourOf[cell], portion) + slot;
  }

  function placeOfKey(key: number): FilePlace {
    const colour = key < firstKey(1, 0) ? 0 : 1;
    const keysOfPortion = places * colours[colour].length;
    const portion = Math.floor((key - firstKey(colour, 0)) / keysOfPortion);
    return { colour, portion, slot: key - firstKey(colour, portion) };
  }

  /** Inverse of keyOf: returns the index of a block. */
  function indexOf(key: number): number {
    const { colour, portion, slot } = placeOfKey(key);
    const length = placesIn(portion);
    const cell = colours[colour][Math.floor(slot / length)];
    return cell * order.count + blockAt(order, portion * places + (slot % length));
  }

  /** Returns the first key of a portion, and the key after its last one. */
  function keysOf(colour: number, portion: number): { readonly begin: number; readonly end: number } {
    const begin = firstKey(colour, portion);
    return { begin, end: begin + slotsOf(colour, portion) };
  }

  /** Returns the indices of all blocks of a portion, by their slots. */
  function indicesOf(colour: number, portion: number): Uint32Array {
    const { begin } = keysOf(colour, portion);
    return new Uint32Array(slotsOf(colour, portion)).map((_, slot) => indexOf(begin + slot));
  }

  function placesIn(portion: number): number {
    return endOf(portion) - portion * places;
  }

  function firstKey(colour: number, portion: number): number {
    const before = colour === 0 ? 0 : colours[0].length * order.count;
    return before + portion * places * colours[colour].length;
  }

  const numbers = { order, places, count, colours };
  return { ...numbers, endOf, portionOf, portionOfBlock, slotsOf, keyOf, placeOfKey, indexOf, keysOf, indicesOf };
}

/*
 * The order in which the blocks of a cell are assigned to portions. Blocks are in the order of their numbers, that is of their leading
 * digits d[0] d[1] ..., or some later digits are moved to the front:
 *
 *     d[a..b]  d[0..a-1]  d[b+1..]
 *
 * A move that rotates a window of the leading digits scatters the blocks by the digits before its carried tile. If a portion has fixed
 * values of the digits a..b instead of 0, its own blocks still form long runs. The source blocks of such a move may form far longer
 * ones.
 */

/**
 * An order of the blocks of a cell, `count` of them. `outer` is the number of values of the digits moved to the front, 1 if blocks are
 * in the order of their numbers; `low` is the number of values of the digits after them.
 */
type BlockOrder = { readonly count: number; readonly outer: number; readonly low: number };

/** Returns the possible orders. @param blockRadices radices of the digits that number the blocks */
export function ordersOf(blockRadices: readonly number[]): BlockOrder[] {
  const product = (radices: readonly number[]) => radices.reduce((values, radix) => values * radix, 1);
  const count = product(blockRadices);
  const orders: BlockOrder[] = [{ count, outer: 1, low: count }];
  for (let first = 1; first < blockRadices.length; first++) {
    for (let last = first; last < blockRadices.length; last++) {
      const [outer, low] = [blockRadices.slice(first, last + 1), blockRadices.slice(last + 1)].map(product);
      orders.push({ count, outer, low });
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

/* Runs of consecutive numbers, and ranges of portions as texts. */

/** The portions, or other numbers, `first` to `last`. */
export type PortionRange = { readonly first: number; readonly last: number };

/**
 * Returns the longest runs of consecutive numbers.
 * @param numbers in ascending order
 * @param most maximum numbers of a run
 */
export function runsOf(numbers: readonly number[], most = Number.POSITIVE_INFINITY): PortionRange[] {
  const runs: PortionRange[] = [];
  for (let begin = 0; begin < numbers.length; ) {
    let end = begin + 1;
    while (end < numbers.length && end - begin < most && numbers[end] === numbers[end - 1] + 1) end++;
    runs.push({ first: numbers[begin], last: numbers[end - 1] });
    begin = end;
  }
  return runs;
}

/** Returns a range as text, such as 'portion 3' or 'portions 2-5'. */
export function rangeText(range: PortionRange): string {
  return `${range.first === range.last ? 'portion' : 'portions'} ${numbersOf(range)}`;
}

/** Returns portions as text, such as 'portion 3' or 'portions 0, 2-5'. @param portions in ascending order */
export function portionsText(portions: readonly number[]): string {
  return `${portions.length === 1 ? 'portion' : 'portions'} ${runsOf(portions).map(numbersOf).join(', ')}`;
}

function numbersOf({ first, last }: PortionRange): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/* The options for dividing memory of a board on disk, as plain types in the public interface. */

export interface MemoryOptions {
  /** True if a table is made. */
  readonly table: boolean;
  /** Bytes of memory that may be allocated, 0 or more. */
  readonly memory: number;
  readonly threads: number;
  /** Bytes of the largest portion. */
  readonly headBytes: number;
  /** True if other processes change the files, so that no blocks stay in memory between layers. @default false */
  readonly shared?: boolean | undefined;
  /** True if more than `memory` may be used when `memory` is insufficient. @default false */
  readonly orLeast?: boolean | undefined;
}
