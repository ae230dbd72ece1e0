/** Boards in options: as text, or as a map file. */

import { parse } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { readText } from '../../base/read-text.js';
import { didYouMean } from '../../base/text/did-you-mean.js';
import { excerpt } from '../../base/text/excerpt.js';
import { plainText } from '../../space/names.js';
import { type Board, KNOWN_BOARD_NAMES, parseBoard, parseMap } from '../../spaces/board/board.js';
import { isBoardText } from '../../spaces/source-of-text.js';

/** Maximum bytes of a map file: far more than the largest map with wide margins. */
const MOST_MAP_BYTES = 1_000_000;

/** Reads a board: ROWSxCOLUMNS, a name such as 15-puzzle, or the rows of a map. @throws InputError */
export function readBoard(text: string): Board {
  if (isBoardText(text)) return parseBoard(text);
  const meant = didYouMean(text, KNOWN_BOARD_NAMES);
  throw new InputError(`a board is written ROWSxCOLUMNS, such as 3x4, or 15-puzzle; found '${excerpt(text)}'${meant}`);
}

/** Reads a map file. The board gets the name of the file without its extension. @throws InputError that names the file */
export function readMapFile(path: string): Board {
  const text = readText(path, 'a map', MOST_MAP_BYTES);
  try {
    return parseMap(text, plainText(parse(path).name));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}
