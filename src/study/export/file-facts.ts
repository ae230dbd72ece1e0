/** Facts about a space in exported files, and the length of its rows. */

import type { BoardView } from '../../space/space.js';
import { isFull, mapOf } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { LayerReplay } from '../replay/layer-replay.js';
import type { FileFacts } from './formats/export-file.js';
import type { RowFormat } from './formats/format-names.js';

/** Returns the facts that a file of a space's distances holds. */
export function fileFacts({ facts, board, histogram }: LayerReplay): FileFacts {
  const { name, source, metric, size, startTexts } = facts;
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const distances = { states, maxDepth: histogram.length - 1, histogram };
  if (board !== null) {
    const { rows, columns } = board.board;
    const goal = formatPosition(board.goal);
    return {
      texts: { space: name, goal, metric: board.metric },
      map: {
        space: name,
        board: { rows, columns, ...(isFull(board.board) ? {} : { map: mapOf(board.board) }) },
        goal,
        metric,
        path: geometryOf(board.board).path,
        ...distances,
      },
    };
  }
  return {
    texts: { space: name, starts: JSON.stringify(startTexts), ...(metric !== null && { metric }) },
    map: { space: name, source, metric, starts: startTexts, size, ...distances },
  };
}

/** Returns the approximate bytes of a row. @param share share of the layers' states that are rows */
export function bytesPerRow(replay: LayerReplay, format: RowFormat, share: number): number {
  const { board } = replay;
  return board === null ? stateRowBytes(replay, format, share) : positionRowBytes(board, format, share);
}

function positionRowBytes({ board, goal }: BoardView, format: RowFormat, share: number): number {
  const { arrangements } = geometryOf(board);
  const text = formatPosition(goal).length;
  if (format === 'csv') return text + String(arrangements).length + 7;
  if (format === 'msgpack') return text + (text < 32 ? 4 : 5) + bytesOfInteger(arrangements - 1);
  // Measured, within 11 %: whole spaces of 9 and 10 cells, layers of 12 and 14, samples from 1 in 2 to 1 in 120,000. The fewer
  // of the states are taken, the less have neighbouring rows in common.
  return 4.6 + 0.4 * board.cells - 0.42 * Math.log2(share);
}

/** Number of states whose texts are sampled for the mean length. */
const TEXTS_MEASURED = 100;

function stateRowBytes(replay: LayerReplay, format: RowFormat, share: number): number {
  const { size } = replay.facts;
  const maxDepth = replay.histogram.length - 1;
  const measured = Math.min(size, TEXTS_MEASURED);
  const step = size / measured;
  let bytes = 0;
  for (let index = 0; index < measured; index++) bytes += Buffer.byteLength(replay.text(Math.floor(index * step)));
  const text = bytes / measured;
  if (format === 'csv') return text + String(size).length + String(maxDepth).length + 3;
  if (format === 'msgpack') {
    return 1 + (text < 32 ? 1 : 2) + text + bytesOfInteger(size - 1) + bytesOfInteger(maxDepth);
  }
  // Measured, within 30 %: seven of the built-in spaces, whole and samples of 1 in 70 to 1 in 700.
  return 5 + 0.11 * text - 0.45 * Math.log2(share);
}

/** Returns the bytes of a number in MessagePack. */
function bytesOfInteger(value: number): number {
  if (value < 2 ** 7) return 1;
  if (value < 2 ** 8) return 2;
  if (value < 2 ** 16) return 3;
  return value < 2 ** 32 ? 5 : 9;
}
