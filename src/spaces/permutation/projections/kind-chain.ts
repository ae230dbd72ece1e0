/**
 * The chain of kinds: a stabiliser chain in which the kinds are told apart one after the other, and all others are merged. The number of
 * states is the product of the orbits. Random products of a fixed seed generate the stabilisers, so orbits may be too small if there are
 * few products. ../order/stabiliser-chain.ts has proved chains.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { orbitOf } from '../colourings/orbit.js';
import { project } from '../colourings/projection.js';
import { MOST_SCATTERED_STATES } from '../colourings/scattered-base.js';
import { evenStabiliserElements } from '../colourings/stabiliser.js';
import { canNumber } from './sizes.js';

export interface KindLevel {
  /** Label of each colour: some kinds have labels of their own, all others 0. */
  readonly labels: readonly number[];
  /** Permutations that keep the labels of the solved state. */
  readonly elements: readonly Uint8Array[];
  /** Number of states with the same labels as the solved one. */
  readonly states: number;
}

/** Maximum size of an orbit. If all states fit into one block, one orbit may hold them all. */
const LARGEST_ORBIT = MOST_SCATTERED_STATES;

/**
 * Returns the levels from all states to the solved state alone; null if there are too many states. Levels that distinguish no more states
 * are left out.
 * @param products number of products for each level, which should generate its stabiliser
 */
export function kindChain(puzzle: ColouredPuzzle, products: number): KindLevel[] | null {
  const { colours, points, moves, solved } = puzzle;
  const found = [{ labels: colours.map(() => 0), elements: moves as readonly Uint8Array[], orbit: 1 }];
  const projected = new Uint8Array(points);
  const labels = colours.map(() => 0);
  let elements: readonly Uint8Array[] = moves;
  let product = 1;
  for (const kind of kindsOf(puzzle)) {
    if (elements.length === 0) break;
    for (const colour of kind) labels[colour] = colour + 1;
    project(Uint8Array.from(labels), solved, projected);
    const orbit = orbitOf(projected, colours.length + 1, elements, LARGEST_ORBIT);
    if (orbit === null) return null;
    if (orbit.entries.count === 1) continue;
    product *= orbit.entries.count;
    if (!canNumber(product, LARGEST_ORBIT)) return null;
    elements = evenStabiliserElements(orbit, products);
    found.push({ labels: [...labels], elements, orbit: orbit.entries.count });
  }
  let states = 1;
  const levels = found.toReversed().map(({ orbit, ...level }) => {
    const result = { ...level, states };
    states *= orbit;
    return result;
  });
  return levels.toReversed();
}

/** Returns the colours of each kind, beginning with kinds of few pieces, which have fewer arrangements. */
function kindsOf({ colours }: ColouredPuzzle): number[][] {
  const kinds: number[][] = [];
  for (const [colour, { kind }] of colours.entries()) {
    kinds[kind] ??= [];
    kinds[kind].push(colour);
  }
  const piecesOf = ([colour]: readonly number[]) => colours[colour].pieces;
  return kinds.sort((a, b) => piecesOf(a) - piecesOf(b));
}
