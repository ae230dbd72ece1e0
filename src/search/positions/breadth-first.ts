/**
 * Breadth-first search: every position, nearest first, until the goal is reached. Visited positions are marked by one
 * bit for each permutation of the cells, at its Cantor rank.
 */

import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { factorial } from '../../spaces/permutation/lehmer.js';
import { rankOfBytes } from '../../spaces/permutation/rank.js';
import { boundOfLayers, whereaboutsOfLayers } from '../nodes/layers.js';
import { NO_NODE, type Node } from '../nodes/node.js';
import type { Algorithm } from './algorithm.js';
import { PositionNodes } from './position-nodes.js';

export const breadthFirst: Algorithm = {
  async find({ board, start, goal, metric }, { limits, watch }) {
    const visitedBytes = Math.ceil(factorial(board.cells) / 8);
    const visited = limits.allocate(visitedBytes, () => new Uint8Array(visitedBytes));
    /** Marks a position. @returns whether it had been visited before */
    const visit = (position: Uint8Array): boolean => {
      const rank = rankOfBytes(position);
      const byte = Math.floor(rank / 8);
      const bit = 1 << (rank % 8);
      if ((visited[byte] & bit) !== 0) return true;
      visited[byte] |= bit;
      return false;
    };
    const nodes = new PositionNodes(board, limits, metric);
    const goalBlank = goal.indexOf(BLANK);
    const tiles = Uint8Array.from(start);
    visit(tiles);
    nodes.add(tiles, start.indexOf(BLANK), NO_NODE);
    let expanded = 0;
    let generated = 0;
    const effort = () => ({ expanded, generated, stored: nodes.size });
    const textOf = (node: Node) => formatPosition(nodes.positionOf(node));
    const side = {
      nodes,
      get expanded() {
        return expanded;
      },
      textOf,
    };
    watch.begin(
      effort,
      () => whereaboutsOfLayers(side, null, side),
      () => boundOfLayers(side, null, side),
    );
    while (expanded < nodes.size) {
      const node = expanded;
      if (limits.tick()) await limits.pause();
      expanded++;
      nodes.read(node, tiles);
      const blank = nodes.blanks[node];
      for (const cell of nodes.movable(node)) {
        generated++;
        nodes.slide(tiles, blank, cell);
        if (!visit(tiles)) {
          const found = nodes.add(tiles, cell, node);
          if (cell === goalBlank && nodes.has(found, goal)) {
            return { moves: nodes.movesTo(found), ...effort() };
          }
        }
        nodes.slide(tiles, cell, blank);
      }
      if (expanded >= watch.due) watch.report();
    }
    throw new Error('a reachable goal was not found');
  },
};
