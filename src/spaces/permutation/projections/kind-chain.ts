/**
 * The chain of kinds, a chain of stabilisers in which one kind after the other is told apart and all others are merged. The number of states
 * is the product of the orbits. Random products of a fixed seed generate the stabilisers, so orbits may be too small if there are few
 * products. Chains that are proved are in ../order/stabiliser-chain.ts.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { orbitOf } from '../colourings/orbit.js';
import { project } from '../colourings/projection.js';
import { MOST_SCATTERED_STATES } from '../colourings/scattered-base.js';
import { evenStabiliserElements } from '../colourings/stabiliser.js';
import { canNumber } from './sizes.js';

export interface KindLevel {
  /** The label of each colour: some kinds have labels of their own, all others 0. */
  readonly labels: readonly number[];
  /** Permutations that keep the labels of the solved state. */
  readonly elements: readonly Uint8Array[];
  /** States with the same labels as the solved one. */
  readonly states: number;
}

/** The largest orbit. All states may be one, if they are few enough for one block. */
const LARGEST_ORBIT = MOST_SCATTERED_STATES;

/**
 * Returns the levels from all states on to the solved state alone; null if there are too many states. Levels that tell nothing more apart are
 * left out.
 * @param products of each level, which should generate its stabiliser
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

/** Returns the colours of each kind: first those with few pieces, which lie in fewer ways. */
function kindsOf({ colours }: ColouredPuzzle): number[][] {
  const kinds: number[][] = [];
  for (const [colour, { kind }] of colours.entries()) {
    kinds[kind] ??= [];
    kinds[kind].push(colour);
  }
  const piecesOf = ([colour]: readonly number[]) => colours[colour].pieces;
  return kinds.sort((a, b) => piecesOf(a) - piecesOf(b));
}
