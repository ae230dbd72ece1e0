/**
 * Searches over the positions of a board: breadth-first, from both ends, and A*. No search makes the move that undoes the
 * last one.
 */

import { factorial, rankOfBytes } from '../../permutations/lehmer.js';
import type { Board, Metric } from '../../spaces/board/board.js';
import { BLANK, formatPosition, type Position } from '../../spaces/board/position.js';
import type { Effort } from '../question/counts.js';
import type { Heuristic } from '../question/heuristics.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { SearchProblem } from '../question/question.js';
import { boundOfLayers, type LayeredSide, NO_NODE, type Node, whereaboutsOfLayers } from './node.js';
import { OpenNodes } from './open-nodes.js';
import { PositionIndex, PositionNodes, slideTile } from './position-nodes.js';

/** A shortest solution, and the effort of finding it. */
export interface Found extends Effort {
  /** The blank's moves, u, d, l, r, each followed by its count in the metric `multi`. */
  readonly moves: string;
}

export interface SearchContext {
  /** Returns the heuristic of the problem's goal. */
  readonly heuristic: () => Heuristic;
  readonly limits: Limits;
  readonly watch: Watch;
  /** Maximum number of worker threads, for algorithms that use several. */
  readonly threads: number;
}

export interface Algorithm {
  /**
   * @param problem with a start that differs from the goal and can reach it
   * @throws LimitError, the reason of the limits' signal, WorkerError
   */
  find(problem: SearchProblem, context: SearchContext): Promise<Found>;
}

/**
 * Breadth-first search: every position, nearest first, until the goal is reached. Visited positions are marked by one
 * bit for each permutation of the cells, at its Cantor rank.
 */

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

/**
 * Bidirectional breadth-first search: layers from the start and layers from the goal, until they meet.
 *
 * The smaller of the two outermost layers is the next to be expanded. As long as the layers of depths up to a from the
 * start and up to b from the goal have no position in common, the distance is more than a + b; So the first position of
 * layer a + 1 that the other side has reached is in its layer b, and a + 1 + b is the distance.
 */

export const bidirectional: Algorithm = {
  async find({ board, start, goal, metric }, { limits, watch }) {
    const forward = new Side(board, start, metric, limits);
    const backward = new Side(board, goal, metric, limits);
    let side = forward;
    const effort = () => ({
      expanded: forward.expanded + backward.expanded,
      generated: forward.generated + backward.generated,
      stored: forward.nodes.size + backward.nodes.size,
    });
    watch.begin(
      effort,
      () => whereaboutsOfLayers(forward, backward, side),
      () => boundOfLayers(forward, backward, side),
    );
    for (;;) {
      side = forward.layerSize <= backward.layerSize ? forward : backward;
      const other = side === forward ? backward : forward;
      const meeting = await side.expandLayer(other, watch);
      if (meeting === undefined) continue;
      const [ahead, behind] = side === forward ? [meeting.here, meeting.there] : [meeting.there, meeting.here];
      return {
        moves: forward.nodes.movesTo(ahead) + backward.nodes.movesBackFrom(behind),
        ...effort(),
      };
    }
  },
};

/** A position that both sides have reached. */
interface Meeting {
  readonly here: Node;
  readonly there: Node;
}

/** The search from one end. Nodes are added layer by layer, so the outermost layer is at the end of the list. */
class Side implements LayeredSide {
  readonly nodes: PositionNodes;
  expanded = 0;
  generated = 0;
  readonly #limits: Limits;
  readonly #index: PositionIndex;
  readonly #tiles: Uint8Array;
  #layerBegin = 0;

  constructor(board: Board, position: Position, metric: Metric, limits: Limits) {
    this.nodes = new PositionNodes(board, limits, metric);
    this.#limits = limits;
    this.#index = new PositionIndex(board.cells, this.nodes, limits);
    this.#tiles = Uint8Array.from(position);
    this.#index.insert(this.nodes.add(this.#tiles, position.indexOf(BLANK), NO_NODE));
  }

  get layerSize(): number {
    return this.nodes.size - this.#layerBegin;
  }

  textOf(node: Node): string {
    return formatPosition(this.nodes.positionOf(node));
  }

  /** Generates the next layer, up to the first position that the other side has reached. */
  async expandLayer(other: Side, watch: Watch): Promise<Meeting | undefined> {
    const { nodes } = this;
    const tiles = this.#tiles;
    const layerEnd = nodes.size;
    if (this.#layerBegin === layerEnd) throw new Error('a reachable goal was not found');
    for (let node = this.#layerBegin; node < layerEnd; node++) {
      if (this.#limits.tick()) await this.#limits.pause();
      this.expanded++;
      nodes.read(node, tiles);
      const blank = nodes.blanks[node];
      for (const cell of nodes.movable(node)) {
        this.generated++;
        nodes.slide(tiles, blank, cell);
        if (this.#index.find(tiles) === NO_NODE) {
          const here = nodes.add(tiles, cell, node);
          this.#index.insert(here);
          const there = other.#index.find(tiles);
          if (there !== NO_NODE) return { here, there };
        }
        nodes.slide(tiles, cell, blank);
      }
      if (this.expanded + other.expanded >= watch.due) watch.report();
    }
    this.#layerBegin = layerEnd;
    return undefined;
  }
}

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
