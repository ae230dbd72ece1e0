/** The columns of a board's positions: text, blank cell and rank. */

import type { LayerState } from '../../runs/replay/layer-states.js';
import type { Geometry } from '../../spaces/board/numbering/geometry.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { Columns } from './columns.js';

export function positionColumns({ board, arrangements }: Geometry): Columns<LayerState> {
  const text = new PositionWriter(board.cells);
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

const SPACE = 0x20;

/** Writes positions as bytes in the notation of formatPosition, fast enough for millions. */
class PositionWriter {
  /** Bytes of a position's text: constant, because every position has all tiles. */
  readonly bytes: number;
  /** The text of each tile. */
  readonly #texts: readonly Uint8Array[];
  readonly #buffer: Buffer;

  /** @param cells number of cells of the board */
  constructor(cells: number) {
    this.#texts = Array.from({ length: cells }, (_, tile) => Buffer.from(formatPosition([tile]), 'latin1'));
    this.bytes = this.#texts.reduce((sum, text) => sum + text.length, cells - 1);
    this.#buffer = Buffer.allocUnsafe(this.bytes);
  }

  /** Writes a position. @returns the offset of its end */
  write(tiles: Uint8Array, bytes: Uint8Array, begin: number): number {
    let end = begin;
    for (let cell = 0; cell < tiles.length; cell++) {
      if (cell > 0) bytes[end++] = SPACE;
      const text = this.#texts[tiles[cell]];
      for (let at = 0; at < text.length; at++) bytes[end++] = text[at];
    }
    return end;
  }

  of(tiles: Uint8Array): string {
    return this.#buffer.toString('latin1', 0, this.write(tiles, this.#buffer, 0));
  }
}
