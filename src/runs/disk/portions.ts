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

/** The location of a block in the files. */
export interface FilePlace {
  /** 0 for the cells of even depths, 1 for the cells of odd depths. */
  readonly colour: number;
  readonly portion: number;
  readonly slot: number;
}

export class Portions {
  readonly order: BlockOrder;
  /** Number of places in a portion; the last portion may have fewer. */
  readonly places: number;
  /** Number of portions of each colour. */
  readonly count: number;
  /** Cells of even and of odd depths, in ascending order. */
  readonly colours: readonly [readonly number[], readonly number[]];
  /** Colour of each cell, and its number among the cells of the colour. */
  readonly #colourOf: number[] = [];
  readonly #rankOf: number[] = [];

  constructor(order: BlockOrder, places: number, colours: readonly [readonly number[], readonly number[]]) {
    this.order = order;
    this.places = places;
    this.count = Math.ceil(order.count / places);
    this.colours = colours;
    for (const [colour, cells] of colours.entries()) {
      for (const [rank, cell] of cells.entries()) {
        this.#colourOf[cell] = colour;
        this.#rankOf[cell] = rank;
      }
    }
  }

  /** Returns the place after the last one of a portion. */
  endOf(portion: number): number {
    return Math.min(this.order.count, (portion + 1) * this.places);
  }

  portionOf(place: number): number {
    return Math.floor(place / this.places);
  }

  portionOfBlock(block: number): number {
    return this.portionOf(placeOfBlock(this.order, block));
  }

  /** Returns the number of slots in a portion's file. */
  slotsOf(colour: number, portion: number): number {
    return this.colours[colour].length * this.#placesOf(portion);
  }

  keyOf(index: number): number {
    const cell = Math.floor(index / this.order.count);
    const place = placeOfBlock(this.order, index % this.order.count);
    const portion = this.portionOf(place);
    const slot = this.#rankOf[cell] * this.#placesOf(portion) + (place - portion * this.places);
    return this.#firstKey(this.#colourOf[cell], portion) + slot;
  }

  placeOfKey(key: number): FilePlace {
    const colour = key < this.#firstKey(1, 0) ? 0 : 1;
    const keysOfPortion = this.places * this.colours[colour].length;
    const portion = Math.floor((key - this.#firstKey(colour, 0)) / keysOfPortion);
    return { colour, portion, slot: key - this.#firstKey(colour, portion) };
  }

  /** Inverse of keyOf: returns the index of a block. */
  indexOf(key: number): number {
    const { colour, portion, slot } = this.placeOfKey(key);
    const places = this.#placesOf(portion);
    const cell = this.colours[colour][Math.floor(slot / places)];
    return cell * this.order.count + blockAt(this.order, portion * this.places + (slot % places));
  }

  /** Returns the first key of a portion, and the key after its last one. */
  keysOf(colour: number, portion: number): { readonly begin: number; readonly end: number } {
    const begin = this.#firstKey(colour, portion);
    return { begin, end: begin + this.slotsOf(colour, portion) };
  }

  /** Returns the indices of all blocks of a portion, by their slots. */
  indicesOf(colour: number, portion: number): Uint32Array {
    const { begin } = this.keysOf(colour, portion);
    return new Uint32Array(this.slotsOf(colour, portion)).map((_, slot) => this.indexOf(begin + slot));
  }

  #placesOf(portion: number): number {
    return this.endOf(portion) - portion * this.places;
  }

  #firstKey(colour: number, portion: number): number {
    const before = colour === 0 ? 0 : this.colours[0].length * this.order.count;
    return before + portion * this.places * this.colours[colour].length;
  }
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

interface BlockOrder {
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

/* Runs of consecutive numbers, and ranges of portions as texts. */

/** The portions, or other numbers, `first` to `last`. */
export interface PortionRange {
  readonly first: number;
  readonly last: number;
}

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
