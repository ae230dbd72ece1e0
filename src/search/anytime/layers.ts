/**
 * The layers of beam search: their states, and the children of them. There are three kinds: positions with pattern databases, which a kernel
 * expands (workers/kernel/pattern-beam.ts), positions with another heuristic, and numbered states.
 *
 * A layer generates children as rows of four columns: *code*, *hash*, *key* and *bound*. The code says from which node of the layer a move leads to the
 * child, and by which move. The key orders states by their distances to the goal. The bound is a lower bound of them, and 0 at the goal alone.
 */

import { mixedBits } from '../../permutations/random-elements.js';
import { estimateOf, newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, type NumberedStates } from '../../space/definition.js';
import { isLargePuzzle, type Space } from '../../space/space.js';
import { MOST_CELLS, OPPOSITE } from '../../spaces/board/board.js';
import { type Slide, slideName, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK } from '../../spaces/board/position.js';
import { checkEstimated } from '../algorithms.js';
import { CompiledPatterns } from '../ida-star/compiled-patterns.js';
import { ENTRY, type PatternDatabases, SCRATCH } from '../ida-star/pattern-databases.js';
import { metStates } from '../nodes/state-nodes.js';
import { type HeuristicName, heuristicFor } from '../question/heuristics.js';
import { Limits } from '../question/limits.js';
import { numbered, numberedEnds, problemOf, type SearchProblem, type SearchQuestion } from '../question/question.js';

/** A layer, the next one, and the children of the first. */
export interface BeamLayers {
  /** Columns of the children that were generated last. */
  readonly codes: Uint32Array;
  readonly hashes: Uint32Array;
  readonly keys: Uint16Array;
  readonly bounds: Uint16Array;
  /** Codes of the children of a node: those of node n are n times this number and more. */
  readonly codesOfNode: number;
  /** Generates the children of the nodes `first` to `end` - 1, at most as many as a column holds. @returns how many there are */
  expand(first: number, end: number): number;
  /** Adds children to the next layer. @param count number of codes in their column, those of the same parent together */
  keep(count: number): void;
  /** Makes the next layer the layer. */
  advance(): void;
  /** Returns the names of moves. @param codes of a path from the start */
  movesOf(codes: readonly number[]): string[];
}

/** Layers of one question. */
export interface LayersOfQuestion {
  /** Lower bound of the moves of a solution. */
  readonly estimate: number;
  /** Approximate bytes of a node. */
  readonly bytes: number;
  /** Maximum number of nodes of a layer. */
  readonly widest: number;
  /** Returns layers for a beam, with the start as the only node. @param width maximum number of nodes of a layer */
  open(width: number): BeamLayers;
  /** Releases memory. */
  close(): void;
}

/** Maximum number of children that are generated at a time, if a node has no more. */
const MOST_CHILDREN = 4096;

/** The codes of children are numbers of 32 bits, and a space has up to 1,000 moves. */
const MOST_WIDTH = 1 << 22;

/** Returns the layers for a question. @throws InputError if an end is not a state, or the heuristic does not serve the goal */
export function layersFor(
  space: Space,
  question: SearchQuestion,
  { heuristic, databases, bytes }: { heuristic: string; databases?: PatternDatabases | undefined; bytes: number },
): LayersOfQuestion {
  if (space.board === null) return layersOfStates(space, question, heuristic, bytes);
  const problem = problemOf(space, question);
  if (databases === undefined) return layersOfPositions(problem, heuristic);
  return layersOfPatterns(new CompiledPatterns(databases, problem.start, problem.goal), databases, bytes);
}

/** Returns a random number of 32 bits for each index. */
function randomBits(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => mixedBits(index + 1));
}

/** Maximum of a key or a bound. */
const MOST = 0xffff;

/* Positions with pattern databases. The nodes, columns and hashes are in the memory of the databases. */

/** Bytes of the columns, and of the hashes by place and tile. */
const COLUMNS_BYTES = 12 * MOST_CHILDREN;
const HASHES = 32 * 32;
/** The kernel has 16 codes for each node. */
const CODES_OF_NODE = 16;

function layersOfPatterns(compiled: CompiledPatterns, databases: PatternDatabases, bytes: number): LayersOfQuestion {
  const { kernel, memory, cells, parts, scratch, list, sums, isMirrored } = compiled.beam;
  const nodeBytes = align8(16 + 8 * parts + cells);
  const area = databases.takeArea(bytes);
  const columnsAt = area.address + 4 * HASHES;
  const layersAt = columnsAt + COLUMNS_BYTES;
  const { buffer } = memory;
  new Uint32Array(buffer, area.address, HASHES).set(randomBits(HASHES));
  const entries = new DataView(buffer);
  const columns = {
    codes: new Uint32Array(buffer, columnsAt, MOST_CHILDREN),
    hashes: new Uint32Array(buffer, columnsAt + 4 * MOST_CHILDREN, MOST_CHILDREN),
    keys: new Uint16Array(buffer, columnsAt + 8 * MOST_CHILDREN, MOST_CHILDREN),
    bounds: new Uint16Array(buffer, columnsAt + 10 * MOST_CHILDREN, MOST_CHILDREN),
  };
  return {
    estimate: compiled.estimate,
    bytes: nodeBytes,
    widest: Math.floor((area.address + area.bytes - layersAt) / (2 * nodeBytes)),
    open(width) {
      const [tiles, partOfTile, firstPart] = [SCRATCH.tiles, SCRATCH.partOfTile, SCRATCH.parts].map(
        (at) => scratch + at,
      );
      const start = [firstPart, partOfTile, parts, tiles, cells, list, sums[0], sums[1] ?? 0, isMirrored];
      kernel.beginBeam(...start, area.address, columnsAt, MOST_CHILDREN, layersAt, width * nodeBytes);
      return {
        ...columns,
        codesOfNode: CODES_OF_NODE,
        expand: kernel.expand,
        keep: kernel.keep,
        advance: kernel.advance,
        movesOf(codes) {
          let next = list;
          return codes.map((code) => {
            const entry = next + ENTRY.bytes * ((code >> 2) & 3);
            next = entries.getUint32(entry, true);
            return compiled.letterOf(entry);
          });
        },
      };
    },
    close() {
      databases.giveArea(area);
      compiled.close();
    },
  };
}

function align8(bytes: number): number {
  return 8 * Math.ceil(bytes / 8);
}

/* States that are made on this thread. */

/** A kind of states. Each function belongs to one beam. */
interface MadeLayers {
  /** Adds the children of a node. @param add called with the index of the move, the hash, the key and the bound of each */
  readonly children: (node: number, add: (move: number, hash: number, key: number, bound: number) => void) => void;
  /** Keeps a child as the next node of the next layer. */
  readonly keep: (parent: number, move: number, node: number) => void;
  readonly advance: () => void;
  /** Returns the names of the moves of a path from the start. */
  readonly names: (moves: readonly number[]) => string[];
}

/** @param moves maximum number of moves from a state */
function madeLayers(moves: number, { children, keep, advance, names }: MadeLayers): BeamLayers {
  const most = Math.max(MOST_CHILDREN, moves);
  const [codes, hashes] = [0, 1].map(() => new Uint32Array(most));
  const [keys, bounds] = [0, 1].map(() => new Uint16Array(most));
  let kept = 0;
  return {
    ...{ codes, hashes, keys, bounds, codesOfNode: moves },
    expand(first, end) {
      let count = 0;
      for (let node = first; node < end; node++) {
        children(node, (move, hash, key, bound) => {
          codes[count] = node * moves + move;
          hashes[count] = hash;
          keys[count] = Math.min(key, MOST);
          bounds[count++] = Math.min(bound, MOST);
        });
      }
      return count;
    },
    keep(count) {
      for (let child = 0; child < count; child++) keep(Math.floor(codes[child] / moves), codes[child] % moves, kept++);
    },
    advance() {
      advance();
      kept = 0;
    },
    movesOf: (path) => names(path.map((code) => code % moves)),
  };
}

/* Positions of any board, with a heuristic that is the sum of what each slide changes. */

/** @param heuristic in the metric multi, a guide only: a move can change it by more than 1 */
function layersOfPositions({ board, start, goal, metric }: SearchProblem, heuristic: string): LayersOfQuestion {
  const { cells } = board;
  const { estimate, change } = heuristicFor(heuristic as HeuristicName, board, goal, MOST_CELLS);
  const slides = start.map((_, blank) => slidesFrom(board, blank, metric));
  const isSingle = metric === 'single';
  const hashes = randomBits(cells * cells);
  const home = start.indexOf(BLANK);
  /** The nodes of a layer: tiles, cells of the blank, the slides that led to them, estimates and hashes. */
  const nodesOfLayer = (width: number) => ({
    tiles: new Uint8Array(width * cells),
    blanks: new Uint8Array(width),
    last: new Array<Slide | undefined>(width),
    estimates: new Uint16Array(width),
    hashes: new Uint32Array(width),
  });

  function open(width: number): BeamLayers {
    let [layer, next] = [nodesOfLayer(width), nodesOfLayer(width)];
    layer.tiles.set(start);
    layer.blanks[0] = home;
    layer.estimates[0] = estimate(start);
    /** A position, its estimate and its hash. */
    const tiles = new Uint8Array(cells);
    let left = 0;
    let hash = 0;
    const take = (node: number) => {
      const begin = node * cells;
      for (let cell = 0; cell < cells; cell++) tiles[cell] = layer.tiles[begin + cell];
      left = layer.estimates[node];
      hash = layer.hashes[node];
    };
    const slide = (blank: number, path: readonly number[]) => {
      for (let at = 0, to = blank; at < path.length; to = path[at++]) {
        const from = path[at];
        const tile = tiles[from];
        left += change(tiles, to, from);
        hash ^= hashes[from * cells + tile] ^ hashes[to * cells + tile];
        tiles[to] = tile;
        tiles[from] = BLANK;
      }
    };
    return madeLayers(Math.max(...slides.map(({ length }) => length)), {
      children(node, add) {
        const blank = layer.blanks[node];
        const last = layer.last[node];
        take(node);
        for (const [move, { direction, cells: path }] of slides[blank].entries()) {
          // Two moves along a line are one move, or undo each other.
          if (direction === (last && OPPOSITE[last.direction]) || (!isSingle && direction === last?.direction))
            continue;
          slide(blank, path);
          add(move, hash, left, isSingle ? left : Math.min(left, 1));
          for (let at = path.length - 1; at >= 0; at--) tiles[path[at]] = tiles[at === 0 ? blank : path[at - 1]];
          tiles[blank] = BLANK;
          left = layer.estimates[node];
          hash = layer.hashes[node];
        }
      },
      keep(parent, move, node) {
        const blank = layer.blanks[parent];
        const made = slides[blank][move];
        take(parent);
        slide(blank, made.cells);
        next.tiles.set(tiles, node * cells);
        next.blanks[node] = made.cells[made.cells.length - 1];
        next.last[node] = made;
        next.estimates[node] = left;
        next.hashes[node] = hash;
      },
      advance() {
        [layer, next] = [next, layer];
      },
      names(moves) {
        let blank = home;
        return moves.map((move) => {
          const made = slides[blank][move];
          blank = made.cells[made.cells.length - 1];
          return slideName(made, metric);
        });
      },
    });
  }
  return { estimate: isSingle ? estimate(start) : 1, bytes: cells + 15, widest: MOST_WIDTH, open, close: () => {} };
}

/* Numbered states, with a heuristic of their definition. Those of puzzles too large to be numbered get numbers as they are met. */

function layersOfStates(space: Space, question: SearchQuestion, heuristic: string, bytes: number): LayersOfQuestion {
  // A beam meets more states than it keeps: all of them take memory, which the next beam does not need.
  const statesOfBeam = () =>
    isLargePuzzle(space) ? metStates(space, new Limits({ bytes: bytes / 2 })) : numbered(space);
  const states = statesOfBeam();
  const endsIn = (states: NumberedStates) =>
    'endsOf' in states
      ? (states as ReturnType<typeof metStates>).endsOf(question)
      : numberedEnds(numbered(space), question);
  const ends = endsIn(states);
  checkEstimated(space, states.starts, ends);

  function open(width: number): BeamLayers {
    const states = statesOfBeam();
    const { from, to } = endsIn(states);
    const goals = new Set(to);
    const near = newNeighbours(states);
    let [layer, next] = [new Float64Array(width), new Float64Array(width)];
    /** The node whose neighbours `near` holds. */
    let taken = -1;
    const take = (node: number) => {
      if (node !== taken) writeNeighbours(states, layer[node], near);
      taken = node;
    };
    layer[0] = from[0];
    return madeLayers(states.moves.length, {
      children(node, add) {
        take(node);
        for (const [move, state] of near.entries()) {
          if (state === NO_STATE || state === layer[node]) continue;
          const bound = goals.has(state) ? 0 : Math.max(1, estimateOf(states, heuristic, state));
          add(move, mixedBits(mixedBits(state) ^ Math.floor(state / 2 ** 32)), bound, bound);
        }
      },
      keep(parent, move, node) {
        take(parent);
        next[node] = near[move];
      },
      advance() {
        [layer, next] = [next, layer];
        taken = -1;
      },
      names: (moves) => moves.map((move) => states.moves[move]),
    });
  }
  return {
    estimate: estimateOf(states, heuristic, ends.from[0]),
    bytes: 12,
    widest: MOST_WIDTH,
    open,
    close: () => {},
  };
}
