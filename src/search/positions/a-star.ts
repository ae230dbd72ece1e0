/**
 * A*: always expands the node with the least sum f = g + h of moves so far, g, and estimated remaining moves, h. Of
 * several such nodes it takes one with the largest g, which is nearest to the goal.
 *
 * A node that is reached again by a shorter path is reopened. With a consistent heuristic, that never happens after its
 * expansion. Its old entry stays in the queue, and is recognised by its g when it is taken.
 *
 * Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths",
 * IEEE Transactions on Systems Science and Cybernetics 4 (1968).
 */

import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { NO_NODE } from '../nodes/node.js';
import { OpenNodes } from '../nodes/open-nodes.js';
import type { Algorithm } from './algorithm.js';
import { PositionIndex } from './position-index.js';
import { PositionNodes, slideTile } from './position-nodes.js';

export const aStar: Algorithm = {
  async find({ board, start, goal }, context) {
    const { limits, watch } = context;
    const heuristic = context.heuristic();
    const nodes = new PositionNodes(board, limits);
    const index = new PositionIndex(board.cells, nodes, limits);
    const open = new OpenNodes(limits);
    const tiles = Uint8Array.from(start);
    const first = nodes.add(tiles, start.indexOf(BLANK), NO_NODE);
    index.insert(first);
    open.add(first, 0, heuristic.estimate(tiles));
    let generated = 0;
    const effort = () => ({ expanded: open.expanded, generated, stored: nodes.size });
    const whereabouts = () => open.whereabouts((node) => formatPosition(nodes.positionOf(node)));
    watch.begin(effort, whereabouts, () => open.lowerBound);
    for (;;) {
      const node = open.take();
      if (node === NO_NODE) throw new Error('a reachable goal was not found');
      if (nodes.has(node, goal)) return { moves: nodes.movesTo(node), ...effort() };
      if (limits.tick()) await limits.pause();
      open.expand(node);
      nodes.read(node, tiles);
      const blank = nodes.blanks[node];
      const g = open.depths[node] + 1;
      for (const cell of nodes.movable(node)) {
        generated++;
        const h = open.estimates[node] + heuristic.change(tiles, blank, cell);
        slideTile(tiles, cell, blank);
        const known = index.find(tiles);
        if (known === NO_NODE) {
          const found = nodes.add(tiles, cell, node);
          index.insert(found);
          open.add(found, g, h);
        } else if (g < open.depths[known]) {
          nodes.parents[known] = node;
          open.add(known, g, h);
        }
        slideTile(tiles, blank, cell);
      }
      if (open.expanded >= watch.due) watch.report();
    }
  },
};
