/** Comparison of spaces: a file of one space can replace a file of another only if the spaces are the same. */

import type { SpaceOutline } from '../space/facts.js';
import { mapOf } from './board/board.js';
import { formatPosition, parsePosition } from './board/position.js';
import { boardOfSource } from './board/space/board-facts.js';
import { patternOfSource } from './pattern/space/pattern-facts.js';

/** Source and full name of a space. The name has the metric and the start if they are not the usual ones. */
export type NamedSpace = Pick<SpaceOutline, 'source' | 'name'>;

/**
 * Returns whether two spaces are the same. Boards have the same cells, metric and goal, whatever the name of a map; patterns the same board
 * and tiles. Built-in puzzles have the same full name, modules the same path and start, and generators the same sets, images and start.
 * @throws InputError if the source of a board is wrong
 */
export function isSameSpace(one: NamedSpace, other: NamedSpace): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf({ source, name }: NamedSpace): string {
  switch (source.kind) {
    case 'board': {
      const board = boardOfSource(source);
      return [mapOf(board).join('/'), source.metric, formatPosition(parsePosition(source.goal, board))].join();
    }
    case 'pattern': {
      const { board, goal, tiles } = patternOfSource(source);
      return [mapOf(board).join('/'), formatPosition(goal), ...tiles].join();
    }
    case 'known':
      return name;
    case 'module':
      return `${source.path} ${name}`;
    case 'generators':
      return JSON.stringify([name, source.sets ?? [], ...source.generators.map(({ name, images }) => [name, images])]);
  }
}

/** Returns a description of a space that distinguishes it from others of its name. */
export function describeSpace({ source, name }: NamedSpace): string {
  switch (source.kind) {
    case 'board':
    case 'pattern':
      return `${name} with the goal ${source.goal}`;
    case 'known':
      return name;
    case 'module':
      return `the module ${source.path}${name.includes('-from-') ? ` (${name})` : ''}`;
    case 'generators':
      return `the generators ${name}`;
  }
}
