/** The columns of a board's positions. */

import type { LayerState } from '../../../runs/replay/layer-states.js';
import type { Geometry } from '../../../spaces/board/numbering/geometry.js';
import type { Columns } from './columns.js';
import { PositionText } from './position-text.js';

export function positionColumns({ board, arrangements }: Geometry): Columns<LayerState> {
  const text = new PositionText(board.cells);
  let tiles: Uint8Array = new Uint8Array(0);
  return {
    text: {
      name: 'position',
      take(state) {
        tiles = state.tiles;
        return text.bytes;
      },
      write: (bytes, begin) => text.write(tiles, bytes, begin),
      text: () => text.of(tiles),
    },
    numbers: [
      { name: 'blank', most: board.cells - 1, distinct: false, of: ({ blank }) => blank },
      { name: 'rank', most: arrangements - 1, distinct: true, of: ({ rank }) => rank },
    ],
  };
}
