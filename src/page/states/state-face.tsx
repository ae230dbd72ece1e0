/** The drawing of a state, named by the state's text; the text itself if the space has no drawings. A position is a small board. */

import type { Face, Solid, SpaceAnswer } from '../../serve/answers.js';
import { centreOf, NETS, type NetPoint } from './nets.js';
import { type DrawnState, Picture, SmallBoard } from './picture.js';
import { CycleRings, PieceRows } from './piece-drawings.js';
import { ChessBoard, HanoiPegs, PancakeStack } from './puzzle-drawings.js';
import { readTiles } from './tiles.js';

interface StatePictureProps {
  readonly space: SpaceAnswer;
  readonly state: string;
  /** @default the state */
  readonly name?: string;
}

/** A state as a small picture: a position as a board, another state by its face. */
export function StatePicture({ space: { board, face, goal }, state, name = state }: StatePictureProps) {
  const tiles = board && readTiles(state, board);
  if (board && tiles) return <SmallBoard board={board} tiles={tiles} name={name} goal={goal} />;
  return <StateFace face={face} state={state} little />;
}

export function StateFace({ face, ...drawn }: DrawnState & { readonly face: Face | null }) {
  switch (face?.kind) {
    case 'pancakes':
      return <PancakeStack {...drawn} burnt={face.burnt} />;
    case 'hanoi':
      return <HanoiPegs {...drawn} pegs={face.pegs} />;
    case 'knight':
    case 'solitaire':
      return <ChessBoard {...drawn} pieces={face.kind} side={face.side} />;
    case 'net':
      return <NetDrawing {...drawn} solid={face.solid} />;
    case 'cycles':
      return <CycleRings {...drawn} sets={face.sets} />;
    case 'pieces':
      return <PieceRows {...drawn} sets={face.sets} />;
    default:
      return <code>{drawn.state}</code>;
  }
}

/* A net of coloured facelets, each labelled with the letter of its colour. */

function NetDrawing({ solid, state, little }: DrawnState & { readonly solid: Solid }) {
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
