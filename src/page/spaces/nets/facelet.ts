/** Facelets of a solid on its net. */

export type Point = readonly [number, number];

export interface Facelet {
  readonly corners: readonly Point[];
  /** The face where its colour belongs; null of a part that is not drawn in colour. */
  readonly colour: string | null;
  /** The letter that names the colour, or a part without one. */
  readonly label: string;
}

/** A net: its facelets, and its size in units of its own. */
export interface Net {
  readonly width: number;
  readonly height: number;
  readonly facelets: readonly Facelet[];
}

/** Returns the middle of some points. */
export function centreOf(points: readonly Point[]): Point {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Returns the words of a state's text. */
export function wordsInText(state: string): string[] {
  return state.split(/[\s/]+/).filter((word) => word !== '');
}
