/**
 * A solid to touch: in space, and beside it as a net. A tap turns what is tapped, a swipe takes a part along, and a drag beside the solid or
 * an arrow key rotates the whole. The part beyond a grip's plane and the rest are convex. So the faces of each that look away from the eye
 * are left out, and what is behind the plane is drawn first.
 */

import { useMemo, useState } from 'preact/hooks';
import type { Solid } from '../../serve/answers.js';
import { type DrawnState, Picture } from './picture.js';
import { lookMoved, placeIn, useDrag, useTurns } from './solid-turns.js';
import { type Body, bodyOf, coloursIn, type FaceletColour, isBeyond, moveName, type Turn } from './solids.js';
import {
  AXES,
  type Camera,
  cameraMoved,
  cameraRotated,
  centreOf,
  difference,
  dot,
  eyeOf,
  type PlanePoint,
  projected,
  rotated,
  scaled,
  seenAt,
  slice,
  sum,
  unit,
  type Vector,
} from './space.js';

/** A solid as a net and, if it is large, in space. */
export function SolidDrawing({ solid, state, little, touch }: DrawnState & { readonly solid: Solid }) {
  const body = bodyOf(solid);
  const colours = useMemo(() => coloursIn(state, body), [body, state]);
  if (colours === null) return <code class="face">{state}</code>;
  if (little) return <NetPicture body={body} colours={colours} state={state} />;
  return <TouchedSolid key={solid} body={body} state={state} colours={colours} touch={touch} />;
}

/** A solid, and the colours of its facelets. */
interface ColouredSolid {
  readonly body: Body;
  readonly colours: readonly FaceletColour[];
}

interface NetPictureProps extends ColouredSolid {
  readonly state: string;
  /** Called with a point of the solid; a net that is not touched is small. */
  readonly tap?: (point: Vector) => void;
}

/** Pixels per unit of a net, in small and large drawings. */
const [LITTLE_UNIT, NET_UNIT] = [15, 46];

/** A net of coloured facelets, each labelled with the letter of its colour. A small one has no tips, and one letter on a face of one colour. */
function NetPicture({ body, colours, state, tap }: NetPictureProps) {
  const little = tap === undefined;
  const shown = body.facelets.map((facelet, index) => ({ ...facelet, ...colours[index] }));
  const facelets = shown.filter(({ tip }) => tip === undefined || !little);
  const [xs, ys] = [0, 1].map((axis) => facelets.flatMap(({ outline }) => outline.map((place) => place[axis])));
  const size = little ? LITTLE_UNIT : NET_UNIT;
  const corner: PlanePoint = [Math.min(...xs), Math.min(...ys)];
  const inPicture = (place: PlanePoint) => scaled(difference(place, corner), size);
  const [width, height] = inPicture([Math.max(...xs), Math.max(...ys)]);
  const onClick = (event: MouseEvent) => {
    const face = (event.target as Element).closest<SVGElement>('[data-face]')?.dataset.face;
    const place = sum([corner, scaled(placeIn(event), 1 / size)]);
    if (face !== undefined) tap?.(body.faces[Number(face)].fold(place));
  };
  return (
    <Picture {...{ kind: 'net', state, width, height, little, handlers: tap && { onClick } }}>
      {body.faces.map(({ name, normal, height, flat }, face) => {
        const own = facelets.filter((facelet) => facelet.face === face);
        const [{ colour, label }] = own;
        const isWhole = little && own.every((facelet) => ['', label].includes(facelet.label));
        const [x, y] = inPicture(flat(scaled(normal, height)));
        return (
          <g key={name} data-face={face}>
            {own.map(({ outline, ...facelet }, index) => (
              <FaceletShape key={index} {...facelet} corners={outline.map(inPicture)} isNamed={!isWhole} />
            ))}
            {/* Without tips, a face is not a triangle. */}
            {facelets.length === shown.length && (
              <polygon
                class="outline"
                points={pointsText(slice(normal, height, body.faces).map((point) => inPicture(flat(point))))}
              />
            )}
            {isWhole && (
              <text class={`whole colour-${colour}`} x={x} y={y} dy=".36em">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </Picture>
  );
}

interface FaceletShapeProps extends FaceletColour {
  readonly corners: readonly PlanePoint[];
  readonly isNamed: boolean;
}

function FaceletShape({ colour, label, corners, isNamed }: FaceletShapeProps) {
  const [x, y] = centreOf(corners);
  return (
    <g class={`colour-${colour}`}>
      <polygon points={pointsText(corners)} />
      <text x={x} y={y} dy=".36em">
        {isNamed && label}
      </text>
    </g>
  );
}

function pointsText(points: readonly PlanePoint[]): string {
  return points.map((point) => point.map((at) => at.toFixed(2)).join()).join(' ');
}

/* The solid in space. */

/** The directions of the arrow keys, and how far they rotate the solid, in the picture's units. */
const KEYS: Readonly<Record<string, PlanePoint>> = {
  ...{ ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] },
};

function TouchedSolid({ body, state, colours, touch }: ColouredSolid & Pick<DrawnState, 'state' | 'touch'>) {
  const [side, setSide] = useState(0);
  const [look, setLook] = useState(body.looks[0]);
  const [upright, setUpright] = useState(AXES);
  const camera = cameraMoved(upright, look);
  const { turned, hold, release } = useTurns(body, colours, ({ grip, steps }) =>
    setUpright((now) => cameraRotated(now, grip.axis, steps * grip.step)),
  );
  const make = (turned: Turn, made: Turn | null) => {
    const move = made && moveName(made);
    const isMove = move !== null && touch.possible.has(move);
    release(turned, isMove ? made : null);
    if (isMove) touch.make(move);
  };
  const tap = (point: Vector) => {
    const grips = body.grips.filter((grip) => isBeyond(grip, point));
    const [grip] = grips.toSorted((one, other) => dot(other.axis, point) - dot(one.axis, point));
    if (grip) make({ grip, steps: 0 }, { grip, steps: 1 });
  };
  const arrows = turned === null ? [...touch.best].map((move) => arrowOf(move, body, camera)) : [];
  const isBehind = arrows.length > 0 && arrows.every(({ isHidden }) => isHidden);
  return (
    <div class="solid">
      {/* Screen readers pass the arrow keys on to an application. */}
      <div
        class="space"
        role="application"
        tabIndex={0}
        aria-label="Solid: arrow keys rotate it"
        onKeyDown={(event) => {
          const way = KEYS[event.key];
          if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          setLook(lookMoved(look, way));
        }}
      >
        <svg
          class={turned === null ? 'face touched net' : 'face touched net turning'}
          role="img"
          aria-label={state}
          viewBox="-100 -100 200 200"
          {...useDrag({ body, camera, look, setLook, hold, make, tap })}
        >
          <SolidInSpace body={body} colours={colours} turned={turned} camera={camera} />
          {arrows.map(
            ({ isHidden, path }, index) =>
              isHidden || (
                <g key={index} class="arrow">
                  <path d={path} />
                  <path d={path} />
                </g>
              ),
          )}
        </svg>
      </div>
      <div class="flat" aria-hidden="true">
        <NetPicture body={body} colours={colours} state="" tap={tap} />
      </div>
      <button
        type="button"
        class={isBehind ? 'best' : ''}
        onClick={() => {
          setSide(1 - side);
          setLook(body.looks[1 - side]);
          setUpright(AXES);
        }}
      >
        Other side
      </button>
    </div>
  );
}

type InSpace = ColouredSolid & { readonly turned: Turn | null; readonly camera: Camera };

function SolidInSpace({ body, colours, turned, camera }: InSpace) {
  const [, , near] = camera;
  const eye = eyeOf(camera);
  const grip = turned?.grip;
  const turn = (point: Vector) => (turned ? rotated(point, turned.grip.axis, turned.steps * turned.grip.step) : point);
  /** Draws the facelets of the part that is turned, or of the rest. */
  const part = (isTurned: boolean) =>
    body.facelets.map(({ corners, point, normal }, index) => {
      if (isTurned !== (grip !== undefined && isBeyond(grip, point))) return null;
      const place = isTurned ? turn : (at: Vector) => at;
      const facing = place(normal);
      if (dot(facing, eye) <= dot(facing, place(point))) return null;
      const outline = corners.map((corner) => projected(camera, place(corner)));
      return <FaceletShape key={index} {...colours[index]} corners={outline} isNamed={dot(facing, near) > 0.2} />;
    });
  const isInFront = grip !== undefined && dot(grip.axis, eye) > grip.beyond;
  const cut = grip ? slice(grip.axis, grip.beyond, body.faces) : [];
  return (
    <>
      {part(!isInFront)}
      <polygon
        class="cut"
        points={pointsText(cut.map((point) => projected(camera, isInFront ? point : turn(point))))}
      />
      {part(isInFront)}
    </>
  );
}

/** Returns the arrow that shows a move, painted on the part that turns around its axis. */
function arrowOf(move: string, body: Body, camera: Camera) {
  const [, up, near] = camera;
  const turns = body.turns.filter((turn) => moveName(turn) === move);
  const { grip, steps } = turns.reduce((a, b) => (dot(a.grip.axis, near) < dot(b.grip.axis, near) ? b : a));
  const { axis, step } = grip;
  const facing = dot(axis, near);
  // The arrow of a face that is not seen is on its sides.
  const isOnSides = facing < 0.25 && body.faces.some(({ normal }) => dot(normal, axis) > 0.99);
  // Half turns have another radius, since turns of the same face are often best together.
  const [radius, ofHalf] = isOnSides ? [1.7, 2.6] : [0.6, 0.3];
  const depth = (direction: Vector) =>
    Math.min(...body.faces.map(({ normal, height }) => height / Math.max(0, dot(normal, direction))));
  // In the middle it is on the side that is towards the viewer.
  const beside = facing > 0.9 ? up : near;
  const across = unit(difference(beside, scaled(axis, dot(beside, axis))));
  const middle = sum([scaled(axis, depth(axis)), scaled(across, steps === 2 ? ofHalf : radius)]);
  const places = Array.from({ length: 17 }, (_, index) => {
    const direction = rotated(middle, axis, (index / 16 - 0.5) * 0.8 * steps * step);
    return scaled(direction, depth(direction) * 1.03);
  });
  const line = places.map((place) => projected(camera, place));
  const [from, tip] = [line[14], line[16]];
  const [right, down] = scaled(difference(tip, from), 8 / Math.hypot(...difference(tip, from)));
  const barbs = [-1, 1].map((side): PlanePoint => [tip[0] - right + side * down, tip[1] - down - side * right]);
  const hit = seenAt(camera, line[8], body.faces);
  return {
    path: `M${pointsText(line)}M${pointsText([barbs[0], tip, barbs[1]])}`,
    isHidden: hit !== null && dot(near, hit.point) > dot(near, places[8]),
  };
}
