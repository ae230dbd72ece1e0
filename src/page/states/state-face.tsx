/** The drawing of a state, named by the state's text; the text itself if the space has no drawings. */

import type { Drawing, Face, SpaceCard } from '../../serve/answers.js';
import { ChessBoard } from './chess-board.js';
import { HanoiPegs } from './hanoi-pegs.js';
import { PancakeStack } from './pancake-stack.js';
import { PatternBoard } from './pattern-board.js';
import { type DrawnState, UNTOUCHED } from './picture.js';
import { PieceRows } from './piece-rows.js';
import { SolidDrawing } from './solid-drawing.js';
import { discsOnPegs, readableState, readPile, readSigns, readSquares, wordsOfSets } from './state-texts.js';
import { TopspinRing } from './topspin-ring.js';

interface StatePictureProps extends Pick<StateFaceProps, 'state' | 'name' | 'marked'> {
  readonly space: Pick<SpaceCard, 'board' | 'face' | 'goal'>;
}

/** A state as a small picture: a position as a board, another state by its face. */
export function StatePicture({ space: { board, face, goal }, ...shown }: StatePictureProps) {
  const drawing = board ? ({ kind: 'pattern', board } as const) : face;
  return <StateFace face={drawing} goal={goal} {...shown} little touch={UNTOUCHED} />;
}

interface StateFaceProps extends DrawnState {
  /** With the sentences of the moves if the drawing is touched. */
  readonly face: (Drawing & Partial<Pick<Face, 'moves'>>) | null;
  readonly goal: string;
  /** Tiles of a position to mark. */
  readonly marked?: readonly number[];
}

export function StateFace({ face, goal, marked, ...drawn }: StateFaceProps) {
  return faceOf() ?? <code class="face">{drawn.state}</code>;

  /** Returns null if the text is not a state. */
  function faceOf() {
    const { state } = drawn;
    switch (face?.kind) {
      case 'pancakes': {
        const pile = readPile(state);
        return pile && <PancakeStack {...drawn} pile={pile} burnt={face.burnt} />;
      }
      case 'hanoi': {
        const towers = discsOnPegs(state, face.pegs);
        return towers && <HanoiPegs {...drawn} towers={towers} />;
      }
      case 'knight':
      case 'solitaire': {
        const { kind, side } = face;
        const occupied = readSquares(state, kind, side);
        const { name = readableState(state, face) } = drawn;
        return occupied && <ChessBoard {...drawn} name={name} pieces={kind} side={side} occupied={occupied} />;
      }
      case 'topspin': {
        const pieces = readPile(state);
        return pieces && <TopspinRing {...drawn} pieces={pieces} turntable={face.turntable} />;
      }
      case 'pattern': {
        const signs = readSigns(state, face.board.squares.length);
        return signs && <PatternBoard {...drawn} board={face.board} signs={signs} goal={goal} marked={marked} />;
      }
      case 'net':
        return <SolidDrawing {...drawn} solid={face.solid} />;
      case 'cycles':
      case 'pieces': {
        const words = wordsOfSets(state, face.sets);
        return words && <PieceRows {...drawn} sets={face.sets} words={words} cycles={face.moves ?? []} />;
      }
      default:
        return null;
    }
  }
}

const TOUCHED_PIECES = {
  play: 'Tap a piece, then a marked place, or drag it.',
  edit: 'Tap two pieces to swap them.',
};

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
    play: 'Tap or swipe a part; drag beside to rotate.',
    edit: 'Turn parts, or type a state.',
  },
  pattern: { play: 'Tap or drag a tile of the pattern.', edit: 'Tap two cells to swap them.' },
  cycles: TOUCHED_PIECES,
  pieces: TOUCHED_PIECES,
};

export function touchText(face: Drawing | null, editing: boolean): string {
  const { play = '', edit = '' } = (face && TOUCHES[face.kind]) ?? {};
  if (editing && face?.kind === 'pancakes' && face.burnt)
    return 'Tap two pancakes to swap them, one twice to turn it over.';
  return editing ? edit : play;
}
