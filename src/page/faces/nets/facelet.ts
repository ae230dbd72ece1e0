/** Facelets of a solid on its net. */

export type NetPoint = readonly [number, number];

export interface Facelet {
  readonly corners: readonly NetPoint[];
  /** The face where its colour belongs; `blank` of an unknown colour, `tip` of a part that the puzzle lacks. */
  readonly colour: string;
  /** The name of the colour, or of the missing part. */
  readonly label: string;
}

/** A net: its facelets, the corners of faces that have an outline, and its size in units of its own. */
export interface Net {
  readonly width: number;
  readonly height: number;
  readonly facelets: readonly Facelet[];
  readonly faces: readonly (readonly NetPoint[])[];
}

/** Returns the middle of some points. */
export function centreOf(points: readonly NetPoint[]): NetPoint {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Returns the words of a state's text. */
export function wordsInText(state: string): string[] {
  return state.split(/[\s/]+/).filter((word) => word !== '');
}
