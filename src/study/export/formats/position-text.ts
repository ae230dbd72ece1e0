/** Positions as text, for those who write millions of them: what formatPosition gives, in bytes. */

import { formatPosition } from '../../../spaces/board/position.js';

const SPACE = 0x20;

export class PositionText {
  /** Bytes of a position's text: the same of every position, for each has all tiles. */
  readonly bytes: number;
  /** The text of each tile. */
  readonly #texts: readonly Uint8Array[];
  readonly #buffer: Buffer;

  /** @param cells of the board */
  constructor(cells: number) {
    this.#texts = Array.from({ length: cells }, (_, tile) => Buffer.from(formatPosition([tile]), 'latin1'));
    this.bytes = this.#texts.reduce((sum, text) => sum + text.length, cells - 1);
    this.#buffer = Buffer.allocUnsafe(this.bytes);
  }

  /** Writes a position. @returns where it ends */
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
