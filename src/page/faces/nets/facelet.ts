/** The net of a solid, and its facelets. */

export type NetPoint = readonly [number, number];

export interface Facelet {
  readonly corners: readonly NetPoint[];
  /** Face with this colour in the goal; `blank` for an unknown colour, `tip` for a part that the puzzle lacks. */
  readonly colour: string;
  /** Name of the colour, or of the missing part. */
  readonly label: string;
}

/** A net: its facelets, the corners of the outlined faces, and its size in its own units. */
export interface Net {
  readonly width: number;
  readonly height: number;
  readonly facelets: readonly Facelet[];
  readonly faces: readonly (readonly NetPoint[])[];
}

/** Returns the mean of points. */
export function centreOf(points: readonly NetPoint[]): NetPoint {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Returns the words of a state's text. */
export function wordsInText(state: string): string[] {
  return state.split(/[\s/]+/).filter((word) => word !== '');
}
