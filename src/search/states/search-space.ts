/** Searches in state spaces, for the library's users: states as texts or numbers, moves by name. */

import type { NumberedStates } from '../../space/definition.js';
import { openNumberedSpace } from '../../space/open-space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { readState } from '../../space/space-text.js';
import { findWay, type SpaceSearchName, type SpaceSearchOptions } from './space-search.js';

/** A state by its text or its number. */
export type StateName = string | number;

/** A shortest way, or that there is none, and what it took to find it. */
export interface SpaceSearchResult {
  readonly algorithm: SpaceSearchName;
  /** Names of the moves; null where none lead to the goal. */
  readonly moves: readonly string[] | null;
  /** The states on the way, both ends included; null where there is none. */
  readonly states: readonly number[] | null;
  readonly distance: number | null;
  /** Nodes whose moves were made. */
  readonly expanded: number;
  /** Nodes that a move led to, each time one did; the way back is one of them. */
  readonly generated: number;
  /** Nodes held in memory at once, at most. */
  readonly stored: number;
  readonly seconds: number;
}

/**
 * Searches a shortest way from one state to another.
 * @param space a space, or where it comes from
 * @param to by default the space's start, the nearest of several
 * @example
 * ```ts
 * const { distance } = await searchSpace({ kind: 'known', space: 'knight:300' }, '0 0', '299 299'); // 200
 * ```
 * @throws InputError where the space is not known, an end is no state of it, or the algorithm not for it; SpaceError where
 * the space contradicts itself; LimitError where time or memory do not suffice; the signal's reason
 */
export async function searchSpace(
  space: NumberedStates | SpaceSource,
  from: StateName,
  to?: StateName,
  options: SpaceSearchOptions = {},
): Promise<SpaceSearchResult> {
  const opened = 'neighbours' in space ? space : await openNumberedSpace(space);
  const stateOf = (name: StateName) => (typeof name === 'string' ? readState(opened, name) : name);
  const question = { from: [stateOf(from)], to: to === undefined ? opened.starts : [stateOf(to)] };
  const { way, ...effort } = await findWay(opened, question, options);
  return {
    ...effort,
    moves: way?.moves.map((move) => opened.moves[move]) ?? null,
    states: way?.states ?? null,
    distance: way?.moves.length ?? null,
  };
}
