/** The drawing of a state, named by the state's text; the text itself if the space has no drawings. */

import type { Face } from '../../serve/answers.js';
import type { DrawnState } from '../picture/picture.js';
import { ChessBoard } from './chess-board.js';
import { CycleRings } from './cycles/cycle-rings.js';
import { PieceRows } from './cycles/piece-rows.js';
import { HanoiPegs } from './hanoi-pegs.js';
import { NetDrawing } from './nets/net-drawing.js';
import { PancakeStack } from './pancake-stack.js';

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
