/** Kinds of pieces of a puzzle, and the classes of kinds that change places with each other. */

import type { ColouredPuzzle } from '../colourings/colouring.js';

export interface Kind {
  /** Colours by facet. */
  readonly colours: readonly number[];
  readonly pieces: number;
  /** Number of facets that can be told apart. */
  readonly turns: number;
}

/** Kinds that change places with each other. */
export type KindClass = readonly Kind[];

/** Returns the classes in the order of their first kinds. Kinds that are ever on the same point are in one class. */
export function classesOf({ points, moves, solved, colours }: ColouredPuzzle): KindClass[] {
  const kinds: Kind[] = [];
  for (const [colour, { kind, pieces, turns, facet }] of colours.entries()) {
    if (facet === 0)
      kinds[kind] = { colours: Array.from({ length: turns }, (_, next) => colour + next), pieces, turns };
  }
  const linked = Array.from(kinds.keys());
  const root = (kind: number): number => {
    let above = kind;
    while (linked[above] !== above) above = linked[above];
    return above;
  };
  for (const move of moves) {
    for (let point = 0; point < points; point++) {
      const [a, b] = [point, move[point]].map((place) => root(colours[solved[place]].kind));
      linked[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const classes = new Map<number, Kind[]>();
  for (const [index, kind] of kinds.entries()) {
    const first = root(index);
    const known = classes.get(first);
    if (known) known.push(kind);
    else classes.set(first, [kind]);
  }
  return [...classes.values()];
}
