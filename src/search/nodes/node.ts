/**
 * The nodes that a search holds: their numbers, the growing arrays that describe them, and the
 * states that it has visited.
 */

import type { Limits } from '../question/limits.js';
import type { Path } from '../question/question.js';

/** A node's number: 0, 1, 2 ... in the order in which a search adds them. */
export type Node = number;

export const NO_NODE = -1;

/**
 * The states that the search from one end has reached, as nodes, with the moves of one node at a time. A state is some
 * numbers: the number of a state, or the bytes of a position.
 */
export abstract class Nodes<State> {
  /** Number of nodes. */
  size = 0;
  /** The state of each node. */
  readonly states: NodeColumn<Uint8Array | Float64Array>;
  /** The node that each node was generated from; NO_NODE for those that the search began with. */
  readonly parents = new NodeColumn(Int32Array);
  /** True if a search from the other end alone counts the nodes of this end as stored. */
  abstract readonly countsAsGoal: boolean;
  /** The node whose moves are made. */
  protected taken: Node = NO_NODE;
  /** The state that the current move leads to: the numbers of `near` from `at` on. */
  protected near: ArrayLike<number> = [];
  protected at = 0;
  readonly #visited: VisitedStates;
  readonly #capacity: Capacity;

  /** @param visited returns the empty store of visited states @throws LimitError */
  constructor(
    states: NodeColumn<Uint8Array | Float64Array>,
    limits: Limits,
    visited: (states: NodeColumn<Uint8Array | Float64Array>) => VisitedStates,
  ) {
    this.states = states;
    this.#capacity = capacityOf([states, this.parents], limits);
    this.#visited = visited(states);
  }

  /** Returns the state of a node. */
  abstract stateOf(node: Node): State;

  /** Returns the text of a node's state. */
  abstract textOf(node: Node): string;

  /** Returns the path through states, each a neighbour of the one before. @throws SpaceError if one is not */
  abstract pathThrough(states: readonly State[]): Path<State>;

  /** Begins with the moves of a node. @throws SpaceError */
  abstract take(node: Node): void;

  /** Makes the next move of the node. @returns false if all have been made */
  abstract next(): boolean;

  /** Adds the state that the move leads to, unless it was visited before. @returns its node; else NO_NODE @throws LimitError */
  visit(): Node {
    return this.#visited.add(this.near, this.at) ? this.#append() : NO_NODE;
  }

  /** Returns the node of the state that the move leads to; NO_NODE if it was not visited. */
  find(): Node {
    return this.#visited.find(this.near, this.at, this.size);
  }

  /** Returns true if another list of such nodes holds the state that the move leads to. */
  isIn(other: Nodes<State>): boolean {
    // Breadth-first search from the start compares each state with a single goal.
    return other.size === 1 ? other.states.holds(0, this.near, this.at) : other.#visited.has(this.near, this.at);
  }

  /** Returns the node of a state of another list; NO_NODE if it was not visited. */
  nodeOf(other: Nodes<State>, node: Node): Node {
    const { values, width } = other.states;
    return this.#visited.has(values, node * width) ? this.#visited.find(values, node * width, this.size) : NO_NODE;
  }

  /** Returns the states from a node back to one that the search began with. */
  statesFrom(node: Node): State[] {
    const states: State[] = [];
    for (let at = node; at !== NO_NODE; at = this.parents.values[at]) states.push(this.stateOf(at));
    return states;
  }

  /**
   * Returns the error of a move to a state which the search from the other end has expanded before, without reaching the state
   * that the move comes from.
   */
  notUndone(_node: Node, _forward: boolean): Error {
    return new Error('the searches from both ends contradict each other');
  }

  #append(): Node {
    const { states, parents, near, at } = this;
    this.#capacity.reserve(this.size);
    const node = this.size++;
    const { values, width } = states;
    for (let index = 0; index < width; index++) values[node * width + index] = near[at + index];
    parents.values[node] = this.taken;
    return node;
  }
}

/** The states that a search has visited, in the order of the nodes. */
interface VisitedStates {
  /** Returns true if the state is visited. @param at index of its first number */
  has(state: ArrayLike<number>, at: number): boolean;
  /** Adds the state of the next node. @returns false if it was visited before @throws LimitError */
  add(state: ArrayLike<number>, at: number): boolean;
  /** Returns the node of a state, or NO_NODE. @param size number of nodes */
  find(state: ArrayLike<number>, at: number, size: number): Node;
}

/**
 * Returns an empty store of visited states with one bit for each state of the space.
 * @param size number of ranks
 * @param rank returns the index of a state's bit
 * @throws LimitError
 */
export function visitedBits(
  states: NodeColumn<Uint8Array | Float64Array>,
  size: number,
  rank: (state: ArrayLike<number>, at: number) => number,
  limits: Limits,
): VisitedStates {
  const length = Math.ceil(size / 8);
  const bytes = limits.allocate(length, () => new Uint8Array(length));
  return {
    has(state, at) {
      const bit = rank(state, at);
      return (bytes[Math.floor(bit / 8)] & (1 << (bit & 7))) !== 0;
    },
    add(state, at) {
      const bit = rank(state, at);
      const byte = Math.floor(bit / 8);
      if ((bytes[byte] & (1 << (bit & 7))) !== 0) return false;
      bytes[byte] |= 1 << (bit & 7);
      return true;
    },
    find(state, at, nodes) {
      for (let node = 0; node < nodes; node++) if (states.holds(node, state, at)) return node;
      return NO_NODE;
    },
  };
}

/** Initial capacity of every list, in nodes. */
const FIRST_CAPACITY = 1024;
/** Nodes that still have room when a list is to be enlarged: more than most steps of a search add. */
const RESERVE = 512;
/** Elements that are copied in one go: some 0.2 milliseconds. */
const PIECE = 1 << 16;

/**
 * The capacity of a list or a table. If it runs short, it is doubled at the search's next pause, a piece at a time: to copy millions of nodes in
 * one go would keep the event loop waiting. If it is used up before, it is doubled at once.
 */
type Capacity = ReturnType<typeof newCapacity>;

/**
 * @param nodes initial capacity
 * @param enlarge moves the list to memory of another capacity, and yields after each piece of work
 */
function newCapacity(nodes: number, limits: Limits, enlarge: (nodes: number) => Iterable<void>) {
  let capacity = nodes;
  let requested = false;
  function* enlarged(): Generator<void, void> {
    yield* enlarge(2 * capacity);
    capacity *= 2;
    requested = false;
  }
  return {
    /** Makes room for the node after this many. @throws LimitError */
    reserve(size: number): void {
      if (size + RESERVE < capacity) return;
      if (size >= capacity) {
        for (const _ of enlarged());
      } else if (!requested) {
        requested = true;
        limits.atNextPause(() => (requested ? enlarged() : []));
      }
    },
  };
}

/** Allocates columns that grow together. @throws LimitError */
export function capacityOf(columns: readonly NodeColumn<Numbers>[], limits: Limits): Capacity {
  for (const column of columns) column.allocate(FIRST_CAPACITY, limits);
  return newCapacity(FIRST_CAPACITY, limits, function* (nodes) {
    for (const column of columns) yield* column.grow(nodes, limits);
  });
}

type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;

/** An array with the same quantity of numbers for each node. It is allocated by `capacityOf`. */
export class NodeColumn<Values extends Numbers> {
  values: Values;
  /** Numbers for each node. */
  readonly width: number;
  readonly #type: new (
    length: number,
  ) => Values;

  constructor(type: new (length: number) => Values, width = 1) {
    this.#type = type;
    this.width = width;
    this.values = new type(0);
  }

  /** Returns true if a node has these numbers. @param at index of the first one */
  holds(node: Node, numbers: ArrayLike<number>, at: number): boolean {
    const { values, width } = this;
    const begin = node * width;
    for (let index = 0; index < width; index++) if (values[begin + index] !== numbers[at + index]) return false;
    return true;
  }

  /** Allocates the array. @throws LimitError */
  allocate(nodes: number, limits: Limits): void {
    const length = nodes * this.width;
    this.values = limits.allocate(length * this.values.BYTES_PER_ELEMENT, () => new this.#type(length));
  }

  /** Moves the numbers to a longer array, and yields after each piece. @throws LimitError */
  *grow(nodes: number, limits: Limits): Generator<void, void> {
    const { values } = this;
    const length = nodes * this.width;
    const longer = limits.allocate(length * values.BYTES_PER_ELEMENT, () => new this.#type(length));
    for (let begin = 0; begin < values.length; begin += PIECE) {
      longer.set(values.subarray(begin, begin + PIECE), begin);
      yield;
    }
    this.values = longer;
    limits.release(values.byteLength);
  }
}

const FIRST_SLOTS = 4096;
/** Nodes that are put into a larger table in one go: some 0.2 milliseconds. */
const NODES_OF_PIECE = 4096;
/** Slots that are cleared in one go. */
const SLOTS_OF_PIECE = 1 << 17;

/** Visited states as a hash table of the nodes, with open addressing. */
export class StateIndex implements VisitedStates {
  readonly #states: NodeColumn<Uint8Array | Float64Array>;
  readonly #hash: (state: ArrayLike<number>, at: number, width: number) => number;
  readonly #capacity: Capacity;
  /** Slots by hash, each a node or NO_NODE. Their number is a power of two, and at most half of them are taken. */
  #slots: Int32Array;
  #taken = 0;

  /** @throws LimitError */
  constructor(states: NodeColumn<Uint8Array | Float64Array>, limits: Limits) {
    this.#states = states;
    this.#hash = states.values instanceof Uint8Array ? hashOfBytes : hashOfNumber;
    this.#slots = limits.allocate(4 * FIRST_SLOTS, () => new Int32Array(FIRST_SLOTS).fill(NO_NODE));
    this.#capacity = newCapacity(FIRST_SLOTS / 2, limits, (capacity) => this.#grow(2 * capacity, limits));
  }

  has(state: ArrayLike<number>, at: number): boolean {
    return this.find(state, at) !== NO_NODE;
  }

  add(state: ArrayLike<number>, at: number): boolean {
    this.#capacity.reserve(this.#taken);
    const slot = this.#slotOf(state, at);
    if (this.#slots[slot] !== NO_NODE) return false;
    this.#slots[slot] = this.#taken++;
    return true;
  }

  find(state: ArrayLike<number>, at: number): Node {
    return this.#slots[this.#slotOf(state, at)];
  }

  /** Returns the slot of a state, or the empty one in which it belongs. */
  #slotOf(state: ArrayLike<number>, at: number): number {
    const states = this.#states;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = this.#hash(state, at, states.width) & mask; ; slot = (slot + 1) & mask) {
      const node = slots[slot];
      if (node === NO_NODE || states.holds(node, state, at)) return slot;
    }
  }

  *#grow(length: number, limits: Limits): Generator<void, void> {
    const slots = limits.allocate(4 * length, () => new Int32Array(length));
    for (let begin = 0; begin < length; begin += SLOTS_OF_PIECE) {
      slots.fill(NO_NODE, begin, begin + SLOTS_OF_PIECE);
      yield;
    }
    const mask = length - 1;
    const { width } = this.#states;
    for (let begin = 0; begin < this.#taken; begin += NODES_OF_PIECE) {
      const end = Math.min(begin + NODES_OF_PIECE, this.#taken);
      // Read anew, because the states may have moved to a longer array.
      const { values } = this.#states;
      for (let node = begin; node < end; node++) {
        let slot = this.#hash(values, node * width, width) & mask;
        while (slots[slot] !== NO_NODE) slot = (slot + 1) & mask;
        slots[slot] = node;
      }
      yield;
    }
    limits.release(this.#slots.byteLength);
    this.#slots = slots;
  }
}

/** Strings of bytes of one length, numbered in the order in which they are met. */
export class MetBytes {
  /** Number of strings. */
  size = 0;
  readonly #bytes: NodeColumn<Uint8Array>;
  readonly #capacity: Capacity;
  readonly #index: StateIndex;

  /** @throws LimitError */
  constructor(length: number, limits: Limits) {
    this.#bytes = new NodeColumn(Uint8Array, length);
    this.#capacity = capacityOf([this.#bytes], limits);
    this.#index = new StateIndex(this.#bytes, limits);
  }

  /** Returns the number of a string, a new one if it has none. @throws LimitError */
  numberOf(bytes: Uint8Array): number {
    const known = this.#index.find(bytes, 0);
    if (known !== NO_NODE) return known;
    this.#capacity.reserve(this.size);
    this.#bytes.values.set(bytes, this.size * bytes.length);
    this.#index.add(bytes, 0);
    return this.size++;
  }

  /** Copies a string. */
  read(number: number, bytes: Uint8Array): void {
    const { values, width } = this.#bytes;
    for (let index = 0, at = number * width; index < width; index++, at++) bytes[index] = values[at];
  }
}

/** Mixes in every byte: a multiplication carries it to the high bits, and a shift returns those to the low bits. */
function hashOfBytes(bytes: ArrayLike<number>, at: number, width: number): number {
  let hash = 0;
  for (let index = at; index < at + width; index++) {
    hash = Math.imul(hash ^ bytes[index], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Mixes both halves of the number likewise. */
function hashOfNumber(numbers: ArrayLike<number>, at: number): number {
  const number = numbers[at];
  const mixed = Math.imul(number ^ Math.imul(number / 2 ** 32, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
