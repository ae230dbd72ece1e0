/**
 * States of a depth in spaces that are too large to enumerate again: from random states, and from antipodes where some are known,
 * random optimal moves are made until the depth is reached. Not each state of a depth is as likely as any other: those that many
 * ways lead down through come more often.
 */

import { setImmediate } from 'node:timers/promises';
import { InputError } from '../board/input-error.js';
import { Once } from './once.js';
import type { RandomSource } from './random-source.js';

/** What is walked in. */
export interface WalkedSpace<State> {
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** Each state as likely as any other; also one that is not reached. */
  randomState(): State;
  /** null where it is not reached. @throws TableError, SpaceError */
  distance(state: State): number | null;
  /** The states beside it that are one nearer. @throws as distance */
  nearer(state: State): readonly State[];
  /** @throws InputError */
  read(text: string): State;
  text(state: State): string;
  /** Texts that are said to be of antipodes; each is looked up. */
  claimedAntipodes(): Promise<readonly string[]>;
}

/** Walks that are begun for each state that is wanted, at most: few states are as deep as the deepest. */
const WALKS_PER_STATE = 20;
const WALKS_AT_LEAST = 200;
/** Milliseconds after which others get their turn. */
const MILLISECONDS_AT_ONCE = 4;
/** Of more claimed antipodes only these are looked up. */
const MOST_CLAIMS = 1000;

export class Walks<State> {
  readonly #space: WalkedSpace<State>;
  readonly #random: RandomSource;
  readonly #antipodes: Once<readonly State[]>;

  constructor(space: WalkedSpace<State>, random: RandomSource) {
    this.#space = space;
    this.#random = random;
    this.#antipodes = new Once(() => this.#checkedAntipodes());
  }

  /** Texts of the claimed antipodes that are some, in the order in which they were claimed. @throws TableError, SpaceError */
  async antipodes(): Promise<readonly string[]> {
    return (await this.#antipodes.get()).map((state) => this.#space.text(state));
  }

  /**
   * Texts of different states of a depth; fewer than `count` where no more were come by.
   * @throws TableError, SpaceError
   */
  async to(depth: number, count: number): Promise<string[]> {
    const { histogram } = this.#space;
    const antipodes = await this.#antipodes.get();
    const wanted = Math.min(count, histogram[depth]);
    const found = new Set<string>();
    const pause = new Pause();
    const walks = WALKS_AT_LEAST + WALKS_PER_STATE * count;
    for (let walk = 0; walk < walks && found.size < wanted; walk++) {
      const start =
        walk % 2 === 1 && antipodes.length > 0
          ? antipodes[this.#random.below(antipodes.length)]
          : this.#space.randomState();
      const end = this.#down(start, depth);
      if (end !== undefined) found.add(this.#space.text(end));
      await pause.ifDue();
    }
    return [...found];
  }

  /** @returns undefined where the start is less deep, or nothing tells which states come before */
  #down(start: State, depth: number): State | undefined {
    let state = start;
    let distance = this.#space.distance(state);
    if (distance === null) return undefined;
    for (; distance > depth; distance--) {
      const nearer = this.#space.nearer(state);
      if (nearer.length === 0) return undefined;
      state = nearer[this.#random.below(nearer.length)];
    }
    return distance === depth ? state : undefined;
  }

  async #checkedAntipodes(): Promise<readonly State[]> {
    const { histogram } = this.#space;
    const claimed = await this.#space.claimedAntipodes();
    const pause = new Pause();
    const states: State[] = [];
    for (const text of new Set(claimed.slice(0, MOST_CLAIMS))) {
      const state = this.#stateOf(text);
      if (state !== undefined && this.#space.distance(state) === histogram.length - 1) states.push(state);
      await pause.ifDue();
    }
    return states;
  }

  /** @returns undefined where a claim is no state: what is beside a table may be of anything */
  #stateOf(text: string): State | undefined {
    try {
      return this.#space.read(text);
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
}

/** Lets others have their turn now and then. */
class Pause {
  #last = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.#last < MILLISECONDS_AT_ONCE) return;
    await setImmediate();
    this.#last = performance.now();
  }
}
