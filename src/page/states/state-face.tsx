/** The drawing of a state, named by the state's text; the text itself if the space has no drawings. A position is a small board. */

import type { Drawing, SpaceCard } from '../../serve/answers.js';
import { ChessBoard } from './chess-board.js';
import { HanoiPegs } from './hanoi-pegs.js';
import { PancakeStack } from './pancake-stack.js';
import { PatternBoard } from './pattern-board.js';
import { type DrawnState, SmallBoard, UNTOUCHED } from './picture.js';
import { CycleRings, PieceRows } from './piece-drawings.js';
import { SolidDrawing } from './solid-drawing.js';
import { readTiles } from './tiles.js';
import { TopspinRing } from './topspin-ring.js';

interface StatePictureProps {
  readonly space: Pick<SpaceCard, 'board' | 'face' | 'goal'>;
  readonly state: string;
  /** @default the state */
  readonly name?: string;
}

/** A state as a small picture: a position as a board, another state by its face. */
export function StatePicture({ space: { board, face, goal }, state, name = state }: StatePictureProps) {
  const tiles = board && readTiles(state, board);
  if (board && tiles) return <SmallBoard board={board} tiles={tiles} name={name} goal={goal} />;
  return <StateFace face={face} state={state} little touch={UNTOUCHED} />;
}

export function StateFace({ face, ...drawn }: DrawnState & { readonly face: Drawing | null }) {
  switch (face?.kind) {
    case 'pancakes':
      return <PancakeStack {...drawn} burnt={face.burnt} />;
    case 'hanoi':
      return <HanoiPegs {...drawn} pegs={face.pegs} />;
    case 'knight':
    case 'solitaire':
      return <ChessBoard {...drawn} pieces={face.kind} side={face.side} />;
    case 'topspin':
      return <TopspinRing {...drawn} turntable={face.turntable} />;
    case 'pattern':
      return <PatternBoard {...drawn} board={face.board} />;
    case 'net':
      return <SolidDrawing {...drawn} solid={face.solid} />;
    case 'cycles':
      return <CycleRings {...drawn} sets={face.sets} />;
    case 'pieces':
      return <PieceRows {...drawn} sets={face.sets} />;
    default:
      return <code>{drawn.state}</code>;
  }
}

/** Says how a drawing is touched: to make a move, and to edit the state. */
const TOUCHES: Partial<Readonly<Record<Drawing['kind'], { readonly play: string; readonly edit: string }>>> = {
  pancakes: { play: 'Tap a pancake to turn it over with all above it.', edit: 'Tap two pancakes to swap them.' },
  hanoi: { play: 'Tap a peg and then another, or drag a disc.', edit: 'Tap a disc and then a peg, or drag the disc.' },
  knight: { play: 'Tap a marked square, or drag the knight.', edit: 'Tap a square to put the knight there.' },
  solitaire: {
    play: 'Tap a piece and then a square, or drag the piece.',
    edit: 'Tap a piece and then any free square.',
  },
  topspin: { play: 'Drag along the ring, or tap the turntable.', edit: 'Tap two pieces to swap them.' },
  net: {
    play: 'Tap or swipe a part; drag beside it to look around.',
    edit: 'Turn parts, or type a state.',
  },
  pattern: { play: 'Tap or drag a tile of the pattern.', edit: 'Tap two cells to swap them.' },
};

export function touchText(face: Drawing | null, editing: boolean): string {
  const { play = '', edit = '' } = (face && TOUCHES[face.kind]) ?? {};
  if (editing && face?.kind === 'pancakes' && face.burnt)
    return 'Tap two pancakes to swap them, one twice to turn it over.';
  return editing ? edit : play;
}
