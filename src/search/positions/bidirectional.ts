/**
 * Bidirectional breadth-first search: layers from the start and layers from the goal, until they meet.
 *
 * The smaller of the two outermost layers is the next to be expanded. As long as the layers of depths up to a from the
 * start and up to b from the goal have no position in common, the distance is more than a + b; So the first position of
 * layer a + 1 that the other side has reached is in its layer b, and a + 1 + b is the distance.
 */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, formatPosition, type Position } from '../../spaces/board/position.js';
import { boundOfLayers, type LayeredSide, whereaboutsOfLayers } from '../nodes/layers.js';
import { NO_NODE, type Node } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { Algorithm } from './algorithm.js';
import { PositionIndex } from './position-index.js';
import { PositionNodes } from './position-nodes.js';

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
