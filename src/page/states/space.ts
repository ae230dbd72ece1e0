/**
 * Points in space, and how they are seen. The x axis points to the right, y up, and z to the front.
 *
 * A camera is an orthonormal basis: what is to the right, above and towards the eye. The eye is at a distance, so that near parts look
 * larger. The picture's origin is in the middle, and its y axis points down, as in SVG.
 */

/** A point of a net or of the picture. */
export type PlanePoint = readonly [number, number];
export type Vector = readonly [number, number, number];
export type Camera = readonly [right: Vector, up: Vector, near: Vector];

export const AXES: Camera = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Distance of the eye from the origin. */
const EYE = 9;
/** Length of a unit at the origin, in the picture's units. */
const UNIT = 57;

/* Points of the plane, and of space. */

export function dot<P extends readonly number[]>(one: P, other: P): number {
  return one.reduce((sum, value, axis) => sum + value * other[axis], 0);
}

export function scaled<P extends readonly number[]>(point: P, factor: number): P {
  return point.map((value) => value * factor) as readonly number[] as P;
}

/** @param points at least one */
export function sum<P extends readonly number[]>(points: readonly P[]): P {
  return points.reduce((one, other) => one.map((value, axis) => value + other[axis]) as readonly number[] as P);
}

export function difference<P extends readonly number[]>(one: P, other: P): P {
  return sum([one, scaled(other, -1)]);
}

/** Returns the mean of points. */
export function centreOf<P extends readonly number[]>(points: readonly P[]): P {
  return scaled(sum(points), 1 / points.length);
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

export function unit(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector));
}

/** Returns a point after a rotation by Rodrigues' formula. @param angle radians, clockwise seen from the end of the axis @param axis of length 1 */
export function rotated(point: Vector, axis: Vector, angle: number): Vector {
  return sum([
    scaled(point, Math.cos(angle)),
    scaled(cross(point, axis), Math.sin(angle)),
    scaled(axis, dot(axis, point) * (1 - Math.cos(angle))),
  ]);
}

/** Returns the camera that shows the solid after its rotation. */
export function cameraRotated(camera: Camera, axis: Vector, angle: number): Camera {
  const [right, up, near] = camera.map((direction) => rotated(direction, axis, -angle));
  return [right, up, near];
}

/** Radians by which the front of the solid is moved to the right, and then down. */
export type Look = readonly [right: number, down: number];

export function cameraMoved(camera: Camera, [right, down]: Look): Camera {
  const turned = cameraRotated(camera, camera[1], -right);
  return cameraRotated(turned, turned[0], -down);
}

/* Polygons. */

/** Returns the part of a convex polygon beyond a height along an axis; fewer than three points if there is none. */
export function clip(polygon: readonly Vector[], axis: Vector, beyond: number): Vector[] {
  return polygon.flatMap((from, index) => {
    const to = polygon[(index + 1) % polygon.length];
    const [a, b] = [dot(axis, from) - beyond, dot(axis, to) - beyond];
    const crossing = a * b < -1e-9 ? [sum([scaled(from, b / (b - a)), scaled(to, a / (a - b))])] : [];
    return a > -1e-6 ? [from, ...crossing] : crossing;
  });
}

/** Returns the polygon in which a plane cuts a convex solid. @param axis normal of the plane, of length 1 @param faces those of the solid */
export function slice(axis: Vector, beyond: number, faces: readonly Plane[]): Vector[] {
  const far = scaled(unit(cross(axis, [1, 2, 4])), EYE);
  const square = [0, 1, 2, 3].map((quarter) =>
    sum([scaled(axis, beyond), rotated(far, axis, (quarter * Math.PI) / 2)]),
  );
  return faces.reduce((polygon, { normal, height }) => clip(polygon, scaled(normal, -1), -height), square);
}

/* Pictures. */

export function eyeOf([, , near]: Camera): Vector {
  return scaled(near, EYE);
}

/** Returns the place of a point in the picture. */
export function projected([right, up, near]: Camera, point: Vector): PlanePoint {
  const size = (UNIT * EYE) / (EYE - dot(near, point));
  return [size * dot(right, point), -size * dot(up, point)];
}

/** A plane: the points at this height along its normal, which has length 1. */
export interface Plane {
  readonly normal: Vector;
  readonly height: number;
}

/** A point on the surface of a solid. */
export interface SurfacePoint {
  readonly point: Vector;
  readonly normal: Vector;
}

/** Returns the point of a convex solid that is seen at a place of the picture; null if it is beside the solid. @param faces planes of its faces */
export function seenAt(camera: Camera, [x, y]: PlanePoint, faces: readonly Plane[]): SurfacePoint | null {
  const [right, up] = camera;
  const eye = eyeOf(camera);
  const ray = sum([scaled(right, x / UNIT), scaled(up, -y / UNIT), scaled(eye, -1)]);
  const hits = faces.map(({ normal, height }) => {
    const along = dot(normal, ray);
    return { normal, enters: along < 0, at: (height - dot(normal, eye)) / along };
  });
  const first = hits.filter(({ enters }) => enters).reduce((a, b) => (a.at > b.at ? a : b));
  if (hits.some(({ enters, at }) => !enters && at < first.at)) return null;
  return { point: sum([eye, scaled(ray, first.at)]), normal: first.normal };
}
