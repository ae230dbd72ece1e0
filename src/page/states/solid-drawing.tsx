/**
 * A solid to touch: in space, and beside it as a net. A tap turns what is tapped, a swipe takes a part along, and a drag beside the solid
 * rotates the whole. The part beyond a grip's plane and the rest are convex. So the faces of each that look away from the eye are left out,
 * and what is behind the plane is drawn first.
 */

import { useMemo, useState } from 'preact/hooks';
import type { Solid } from '../../serve/answers.js';
import { type DrawnState, Picture } from './picture.js';
import { placeIn, useDrag, useTurns } from './solid-turns.js';
import { type Body, bodyOf, coloursIn, cutOf, type FaceletColour, isBeyond, moveName, type Turn } from './solids.js';
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
  type SurfacePoint,
  scaled,
  seenAt,
  sum,
  unit,
  type Vector,
} from './space.js';

/** A solid as a net and, if it is large, in space. */
export function SolidDrawing({ solid, state, little, touch }: DrawnState & { readonly solid: Solid }) {
  const body = bodyOf(solid);
  const colours = useMemo(() => coloursIn(state, body), [body, state]);
  if (colours === null) return <code class="face">{state}</code>;
  if (little) return <NetPicture body={body} colours={colours} state={state} little />;
  return <TouchedSolid key={solid} body={body} state={state} colours={colours} touch={touch} />;
}

/** A solid, and the colours of its facelets. */
interface ColouredSolid {
  readonly body: Body;
  readonly colours: readonly FaceletColour[];
}

/** A net of coloured facelets, each labelled with the letter of its colour. */
function NetPicture({ body, colours, state, little }: ColouredSolid & Pick<DrawnState, 'state' | 'little'>) {
  const { size, units, tips } = body;
  const unit = units[little ? 1 : 0];
  const [width, height] = scaled(size, unit);
  const inPixels = (points: readonly PlanePoint[]) => points.map((point) => scaled(point, unit));
  return (
    <Picture kind="net" state={state} width={width} height={height} little={little}>
      {body.facelets.map(({ outline, face }, index) => (
        <FaceletShape key={index} {...colours[index]} corners={inPixels(outline)} face={face} />
      ))}
      {/* Without tips, a face is not a triangle. */}
      {tips === undefined &&
        body.faces.map(({ name, outline }) => (
          <polygon key={name} class="outline" points={pointsText(inPixels(outline))} />
        ))}
    </Picture>
  );
}

/** @param face number of the face in the net */
function FaceletShape(props: FaceletColour & { readonly corners: readonly PlanePoint[]; readonly face?: number }) {
  const { colour, label, corners, face } = props;
  const [x, y] = centreOf(corners);
  return (
    <g class={`colour-${colour}`} data-face={face}>
      <polygon points={pointsText(corners)} />
      <text x={x} y={y} dy=".36em">
        {label}
      </text>
    </g>
  );
}

function pointsText(points: readonly PlanePoint[]): string {
  return points.map((point) => point.map((at) => at.toFixed(2)).join()).join(' ');
}

/* The solid in space. */

function TouchedSolid({ body, state, colours, touch }: ColouredSolid & Pick<DrawnState, 'state' | 'touch'>) {
  const [side, setSide] = useState(0);
  const [look, setLook] = useState(body.looks[0]);
  const [upright, setUpright] = useState(AXES);
  const camera = cameraMoved(upright, look);
  const turns = useTurns(body, colours, ({ grip, steps }) =>
    setUpright((now) => cameraRotated(now, grip.axis, steps * grip.step)),
  );
  const make = (turned: Turn, steps: number) => {
    turns.release(turned, steps);
    const move = moveName({ ...turned, steps });
    if (touch.possible.has(move)) touch.make(move);
  };
  const tap = ({ point }: Pick<SurfacePoint, 'point'>) => {
    const grips = body.grips.filter((grip) => isBeyond(grip, point));
    const [nearest] = grips.toSorted((one, other) => dot(other.axis, point) - dot(one.axis, point));
    if (nearest) make({ grip: nearest, steps: 0 }, 1);
  };
  const tapNet = (event: MouseEvent) => {
    const face = (event.target as Element).closest<SVGElement>('[data-face]');
    const svg = face?.ownerSVGElement;
    if (svg) tap({ point: body.faces[Number(face.dataset.face)].fold(scaled(placeIn(svg, event), 1 / body.units[0])) });
  };
  const arrows = turns.turned === null ? [...touch.best].map((move) => arrowOf(move, body, camera)) : [];
  const isBehind = arrows.length > 0 && arrows.every(({ isHidden }) => isHidden);
  return (
    <div class="solid">
      <svg
        class={turns.turned === null ? 'face touched net' : 'face touched net turning'}
        role="img"
        aria-label={state}
        viewBox="-100 -100 200 200"
        {...useDrag({ body, camera, look, setLook, turns, make, tap })}
      >
        <SolidInSpace body={body} colours={turns.colours} turned={turns.turned} camera={camera} />
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
      <div class="flat" aria-hidden="true" onClick={tapNet}>
        <NetPicture body={body} colours={colours} state="" little={false} />
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
  const turn = (point: Vector) =>
    turned === null ? point : rotated(point, turned.grip.axis, turned.steps * turned.grip.step);
  /** Draws the facelets of the part that is turned, or of the rest. */
  const part = (isTurned: boolean) =>
    body.facelets.map(({ corners, point, normal }, index) => {
      if (isTurned !== (turned !== null && isBeyond(turned.grip, point))) return null;
      const place = isTurned ? turn : (at: Vector) => at;
      const [facing, middle] = [place(normal), place(point)];
      if (dot(facing, eye) <= dot(facing, middle)) return null;
      const { colour, label } = colours[index];
      const outline = corners.map((corner) => projected(camera, place(corner)));
      return (
        <FaceletShape key={index} colour={colour} label={dot(facing, near) < 0.2 ? '' : label} corners={outline} />
      );
    });
  if (turned === null) return <>{part(false)}</>;
  const isInFront = dot(turned.grip.axis, eye) > turned.grip.beyond;
  const cut = cutOf(turned.grip, body).map((point) => projected(camera, isInFront ? point : turn(point)));
  return (
    <>
      {part(!isInFront)}
      <polygon class="cut" points={pointsText(cut)} />
      {part(isInFront)}
    </>
  );
}

/** Angles between the axis and the arrow of a corner, of a face that is seen, and of one that is not, whose arrow is on its sides. */
const [AT_CORNER, ON_FACE, ON_SIDES] = [0.28, 0.6, 1.04];

/** Returns the arrow that shows a move, painted on the part that turns around its axis. */
function arrowOf(move: string, body: Body, camera: Camera) {
  const [, up, near] = camera;
  const facing = ({ grip }: Turn) => dot(grip.axis, near);
  const turns = body.turns.filter((turn) => moveName(turn) === move);
  const { grip, steps } = turns.reduce((one, other) => (facing(one) < facing(other) ? other : one));
  const { axis, step } = grip;
  const isFace = body.faces.some(({ normal }) => dot(normal, axis) > 0.99);
  const slope = !isFace ? AT_CORNER : dot(axis, near) > 0.25 ? ON_FACE : ON_SIDES;
  const across = (direction: Vector) => unit(sum([direction, scaled(axis, -dot(direction, axis))]));
  // In the middle it is on the side that is towards the viewer.
  const middle = sum([
    scaled(axis, Math.cos(slope)),
    scaled(across(dot(axis, near) > 0.9 ? up : near), Math.sin(slope)),
  ]);
  const places = Array.from({ length: 17 }, (_, index) => {
    const direction = rotated(middle, axis, (index / 16 - 0.5) * 0.8 * steps * step);
    const depths = body.faces.map(({ normal, height }) => height / Math.max(0, dot(normal, direction)));
    return scaled(direction, Math.min(...depths) * 1.03);
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
