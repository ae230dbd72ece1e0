/** The spaces that a page without a server offers to explore, as its gallery shows them. Nothing is enumerated for it. */

import { plainText, type SpaceSource } from '../space/space.js';
import { parseBoard } from '../spaces/board/board.js';
import { orderedPosition } from '../spaces/board/position.js';
import { boardSource } from '../spaces/board-facts.js';
import { puzzlePoints } from '../spaces/permutation/puzzle-points.js';
import { stateText } from '../spaces/permutation/state-text.js';
import { makeKnownPuzzle } from '../spaces/puzzles/known-puzzles.js';
import { isBoardText } from '../spaces/source-of-text.js';
import { titleOfSpace } from '../spaces/titles.js';
import type { OfferedSpace } from './answers.js';
import { drawingOfKnown, ruleOf } from './faces.js';

/** Numbers of states and maximum depths, in the order of the page's list; see docs/explanations/groups.md for their sources. */
const OFFERED: Readonly<Record<string, readonly [states: number, maxDepth: number]>> = {
  '3x3': [181_440, 31],
  '2x4': [20_160, 36],
  '2x5': [1_814_400, 55],
  '2x6': [239_500_800, 80],
  '3x4': [239_500_800, 53],
  'pancake:8': [40_320, 9],
  'pancake:10': [3_628_800, 11],
  'burnt-pancake:8': [10_321_920, 15],
  'topspin:10,4': [3_628_800, 28],
  'hanoi:4,8': [65_536, 33],
  'cube-2x2x2': [3_674_160, 11],
  'corners-3x3x3': [88_179_840, 11],
  skewb: [3_149_280, 11],
  dino: [239_500_800, 13],
  pyraminx: [933_120, 11],
  'jing-pyraminx': [44_789_760, 12],
  m24: [244_823_040, 45],
  'knight:8': [64, 6],
  'solitaire:8,4': [635_376, 27],
};

let offered: readonly OfferedSpace[] | undefined;

/** Returns the offered spaces, which are made once. */
export function offeredSpaces(): readonly OfferedSpace[] {
  offered ??= Object.entries(OFFERED).map(([space, [states, maxDepth]]) => {
    return {
      space,
      id: plainText(space),
      name: space,
      states,
      maxDepth,
      ...(isBoardText(space) ? boardOf : puzzleOf)(space),
    };
  });
  return offered;
}

function boardOf(text: string) {
  const board = parseBoard(text);
  const { rows, columns, squares } = board;
  const source = boardSource(board, orderedPosition(board), 'single');
  return { ...wordsOf(source, text), board: { rows, columns, squares }, goal: source.goal, face: null };
}

function puzzleOf(text: string) {
  const definition = makeKnownPuzzle(text);
  const words = wordsOf({ kind: 'known', space: text }, text);
  if (!('generators' in definition)) {
    const goal = definition.format(definition.starts[0]);
    return { ...words, board: null, goal, face: drawingOfKnown(text, undefined) };
  }
  const points = puzzlePoints(definition);
  const goal = stateText(definition, points).format(points.puzzle.solved);
  return { ...words, board: null, goal, face: drawingOfKnown(text, definition) };
}

function wordsOf(source: SpaceSource, name: string) {
  return { title: titleOfSpace({ source, name }), rule: ruleOf(source) };
}
