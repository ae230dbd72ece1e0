/**
 * A chain of stabilisers: kinds are told apart one after the other, all others being merged. The number of states is the product of the
 * orbits. Stabilisers are those of random products of a fixed seed, so that orbits may be too small: with twenty products of each, hardly ever.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { orbitOf, stabiliserElements } from '../colourings/orbit.js';
import { project } from '../colourings/projection.js';

export interface ChainLevel {
  /** The label of each colour: kinds 0, 1, 2 ... have labels of their own, all others 0. */
  readonly labels: readonly number[];
  /** Permutations that keep the labels of the solved state. */
  readonly elements: readonly Uint8Array[];
  /** States with the same labels as the solved one. */
  readonly states: number;
}

const ELEMENTS = 20;

const LARGEST_ORBIT = 1 << 18;

/** Returns the levels from all states on to the solved state alone, those of one kind more that changes nothing left out; null if an orbit is too large. */
export function stabiliserChain(puzzle: ColouredPuzzle): ChainLevel[] | null {
  const { colours, points, moves, solved } = puzzle;
  const found = [{ labels: colours.map(() => 0), elements: moves as readonly Uint8Array[], orbit: 1 }];
  const projected = new Uint8Array(points);
  const labels = colours.map(() => 0);
  let elements: readonly Uint8Array[] = moves;
  for (let colour = 0; colour < colours.length && elements.length > 0; colour++) {
    labels[colour] = colour + 1;
    if (colours[colour + 1]?.kind === colours[colour].kind) continue;
    project(Uint8Array.from(labels), solved, projected);
    const orbit = orbitOf(projected, colours.length + 1, elements, LARGEST_ORBIT);
    if (orbit === null) return null;
    if (orbit.entries.count === 1) continue;
    elements = stabiliserElements(orbit, ELEMENTS);
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
