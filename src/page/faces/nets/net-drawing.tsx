/** A net of coloured facelets, each labelled with the letter of its colour. */

import './net-drawing.css';
import type { Solid } from '../../../serve/answers.js';
import { type DrawnState, Picture } from '../../picture/picture.js';
import { cornersNet, dinoNet, pocketCubeNet, skewbNet } from './cube-net.js';
import { centreOf, type Net, type NetPoint } from './facelet.js';
import { jingNet, pyraminxNet } from './tetrahedron-net.js';

interface SolidNet {
  readonly netOf: (state: string) => Net | null;
  /** Pixels per unit of the net, for large and small drawings. */
  readonly units: readonly [number, number];
}

const NETS: Readonly<Record<Solid, SolidNet>> = {
  'cube-2x2x2': { netOf: pocketCubeNet, units: [40, 13] },
  'corners-3x3x3': { netOf: cornersNet, units: [28, 10] },
  skewb: { netOf: skewbNet, units: [40, 16] },
  dino: { netOf: dinoNet, units: [40, 14] },
  pyraminx: { netOf: pyraminxNet, units: [30, 11] },
  'jing-pyraminx': { netOf: jingNet, units: [30, 11] },
};

export function NetDrawing({ solid, state, little }: DrawnState & { readonly solid: Solid }) {
  const { netOf, units } = NETS[solid];
  const net = netOf(state);
  if (net === null) return <code class="face">{state}</code>;
  const unit = units[little ? 1 : 0];
  return (
    <Picture kind="net" name={state} width={net.width * unit} height={net.height * unit} little={little}>
      {net.facelets.map(({ corners, colour, label }, index) => {
        const [x, y] = centreOf(corners);
        return (
          <g key={index} class={`colour-${colour}`}>
            <polygon points={pointsText(corners, unit)} />
            <text x={x * unit} y={y * unit} dy=".36em">
              {label}
            </text>
          </g>
        );
      })}
      {net.faces.map((corners, index) => (
        <polygon key={index} class="outline" points={pointsText(corners, unit)} />
      ))}
    </Picture>
  );
}

function pointsText(corners: readonly NetPoint[], unit: number): string {
  return corners.map((corner) => corner.map((at) => at * unit).join()).join(' ');
}
