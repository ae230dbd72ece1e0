/**
 * The choice of tables for a puzzle, within a budget of memory.
 *
 * A *candidate* is a product of atoms (atoms.ts) of different pieces. Of the images of an atom, it takes the one that shares the most
 * symmetries with those that the candidate has.
 *
 * Let b be the number of moves that a search tries at a node. A table of S states has about b times as many in each layer as in the one
 * before, so its mean distance grows by log_b c if S grows by a factor c. A move more in the bound saves a factor b of the nodes. The time
 * of a node grows like 4 + v with the number v of views, since the first ones leave few children to the others. So the *score* of tables is
 * the mean, over a random walk, of the largest distance in their views, less log_b (4 + v). The number of states is taken for the product of
 * those of the atoms, although moves may tie them to each other; the score of a table that was made shows what that costs.
 *
 * Tables of single atoms are made and scored first, then products of growing sizes. What a candidate scores above a guess from its states and
 * views is expected, on average, of those that refine it. The guess: two views are as good as 8 times the states, three as 27 times. At last, the
 * candidates of which the most is expected are taken, as large as the budget allows. Another table is added if it raises the score of
 * all together. For that, the distances along the walk in the largest trial that a candidate refines are raised by what it is expected to gain.
 *
 * The work is counted, not timed, so that a puzzle has the same tables on each machine.
 */

import type { MoveSymmetry } from '../../permutations/move-graph.js';
import type { Permutation } from '../../permutations/permutation.js';
import { mostColourings } from '../../permutations/wreath-product.js';
import { SeededRandom } from '../../spaces/board/random.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import { type SharedTables, sharedTables } from '../ida-star/shared-tables.js';
import type { Limits } from '../question/limits.js';
import { type Atom, Atoms, type Sight, type SymmetrySet } from './atoms.js';
import { type Coordinate, type CoordinatePlan, CoordinateProduct, coordinateOf } from './coordinate.js';
import { coordinatesOf, MOST_COORDINATES, MOST_VIEWS, viewsOf } from './coordinate-databases.js';
import { type CoordinateTable, fillRows, placeRows, residueIn } from './coordinate-table.js';
import { jointLabels, normalised, refines } from './kinds.js';
import { moveAutomaton, NOT_TRIED } from './move-automaton.js';
import { firstFactorLength, MOST_FIRST_STATES } from './projection.js';
import { type SymmetricProduct, symmetricProduct } from './symmetric-product.js';

/** Entries that are made for each byte of the budget: with 256 MB, in 20 s of a processor that makes 30 million a second. */
const ENTRIES_PER_BYTE = 2.4;
/** Entries that are made in the time that the trials take. */
const ENTRIES_OF_TRIALS = 300e6;
/** Candidates that are tried, single atoms first: the most entries, the most states of the first factor, and how many. */
const TRIALS = [
  { atoms: 1, entries: 2 ** 18, first: 2 ** 16, candidates: 40 },
  { atoms: 8, entries: 2 ** 19, first: 2 ** 17, candidates: 16 },
  { atoms: 8, entries: 2 ** 22, first: 2 ** 17, candidates: 10 },
  { atoms: 8, entries: 2 ** 24, first: 2 ** 20, candidates: 4 },
];
/** Steps of the random walk, and those before it. */
const STEPS = 6000;
const FIRST_STEPS = 200;
/** Least amount by which another table must raise the score. */
const WORTH_A_TABLE = 0.1;
const MOST_TABLES = 3;
interface Candidate {
  readonly atoms: readonly Atom[];
  readonly states: number;
  /** Symmetries that act on all atoms. */
  readonly kept: SymmetrySet;
}

/** A candidate whose coordinates are divided into rows and entries. */
interface Layout extends Candidate {
  readonly plans: readonly CoordinatePlan[];
  /** Number of entries, and of bytes for all of the table. */
  readonly entries: number;
  readonly bytes: number;
  readonly views: number;
  readonly firstStates: number;
}

/** A layout that was made. */
interface Trial {
  readonly layout: Layout;
  /** Labels of colours that its coordinates see, and their images under the symmetries. */
  readonly labels: readonly (readonly number[])[];
  /** [step of the walk]: the largest distance in the views. */
  readonly distances: Uint8Array;
  readonly mean: number;
  /** The score above the guess. */
  readonly excess: number;
}

/** A layout, and what is expected of it. */
interface Expected {
  readonly layout: Layout;
  readonly score: number;
  /** The largest trial that it refines, itself included. */
  readonly trial: Trial | undefined;
}

/**
 * Chooses tables.
 * @param symmetries of the puzzle: a group, the identity first
 * @param bytes budget of memory for all tables
 * @returns their products, the strongest first: at least one
 * @throws LimitError, MemoryError; the signal's reason
 */
export async function chooseTables(
  points: PuzzlePoints,
  symmetries: readonly MoveSymmetry[],
  bytes: number,
  limits: Limits,
): Promise<SymmetricProduct[]> {
  return await new Choice(points, symmetries, bytes, limits).products();
}

class Choice {
  readonly #points: PuzzlePoints;
  readonly #symmetries: readonly MoveSymmetry[];
  readonly #bytes: number;
  /** Maximum number of entries of all tables. */
  readonly #entries: number;
  readonly #limits: Limits;
  readonly #atoms: Atoms;
  readonly #coordinates = new Map<string, Coordinate>();
  /** Logarithm of the number of moves at a node. */
  readonly #logBranching: number;
  readonly #walk: readonly number[];
  /** Estimated number of states of the puzzle. */
  readonly #allStates: number;
  #tables: SharedTables | undefined;

  constructor(points: PuzzlePoints, symmetries: readonly MoveSymmetry[], bytes: number, limits: Limits) {
    this.#points = points;
    this.#symmetries = symmetries;
    this.#bytes = bytes;
    this.#entries = Math.max(bytes, ENTRIES_PER_BYTE * bytes - ENTRIES_OF_TRIALS);
    this.#limits = limits;
    this.#atoms = new Atoms(points, symmetries, limits);
    const { moves, solved } = points.puzzle;
    this.#allStates = Number(mostColourings(moves, solved));
    this.#logBranching = Math.log(branching(moves));
    const random = new SeededRandom(1);
    this.#walk = Array.from({ length: FIRST_STEPS + STEPS }, () => random.below(moves.length));
  }

  async products(): Promise<SymmetricProduct[]> {
    const families: Atom[][][] = [];
    for (const family of this.#atoms.families()) {
      families.push(this.#atoms.atomsOf(family));
      if (this.#limits.isPauseDue()) await this.#limits.pause();
    }
    // Pieces that are all of one family are seen by two atoms.
    if (families.length === 1) families.push(families[0]);
    const entries = this.#entries;
    const layouts = this.#candidates(families, entries)
      .map((candidate) => this.#layout(candidate))
      .filter((layout) => layout.entries <= entries && layout.bytes <= this.#bytes)
      .filter((layout) => layout.entries * layout.kept.size <= MOST_WASTE * layout.states);
    const trials: Trial[] = [];
    for (const { atoms, entries: size, first, candidates } of TRIALS) {
      const possible = layouts.filter(
        (layout) =>
          layout.atoms.length <= atoms &&
          layout.firstStates <= first &&
          layout.entries <= size &&
          layout.entries > (atoms === 1 ? 0 : size / 64),
      );
      for (const layout of this.#promising(possible, trials, candidates)) trials.push(await this.#tried(layout));
      if (this.#limits.isPauseDue()) await this.#limits.pause();
    }
    this.#tables = undefined;
    return this.#chosen(layouts.map((layout) => this.#expected(layout, trials))).map((layout) => this.#product(layout));
  }

  /** Returns products of atoms of different families, up to a number of entries. */
  #candidates(families: readonly (readonly Atom[][])[], entries: number): Candidate[] {
    let all: Candidate[] = [{ atoms: [], states: 1, kept: this.#atoms.symmetrySet([...this.#symmetries.keys()]) }];
    for (const atoms of families) {
      const longer = all.flatMap((candidate) =>
        atoms.flatMap((images) => {
          if (lengthOf(candidate) + images[0].sights.length > MOST_COORDINATES) return [];
          const longer = images.map((image) => this.#with(candidate, image));
          const best = longer.reduce((most, each) => {
            const difference = each.kept.size - most.kept.size;
            return difference > 0 || (difference === 0 && each.states > most.states) ? each : most;
          });
          if (best.states <= candidate.states || best.states / best.kept.size > entries) return [];
          return [best];
        }),
      );
      all = this.#bestOfSizes([...all, ...longer]);
    }
    return all.filter(({ atoms }) => atoms.length > 0);
  }

  #with({ atoms, states, kept }: Candidate, atom: Atom): Candidate {
    const plans = [...atoms, atom].flatMap(({ sights }) => sights.map(({ plan }) => plan));
    const isSeen = atoms.some(({ sights }) => sights[0].plan.set === atom.sights[0].plan.set);
    return {
      atoms: [...atoms, atom],
      states: isSeen ? this.#atoms.statesOf(plans) : states * atom.states,
      kept: this.#atoms.common(kept, atom.kept),
    };
  }

  /** Returns the candidates that promise the most, of each size. */
  #bestOfSizes(candidates: readonly Candidate[]): Candidate[] {
    const bySize = new Map<number, Candidate[]>();
    for (const candidate of candidates) {
      const size = Math.round(Math.log2(candidate.states / candidate.kept.size));
      bySize.set(size, [...(bySize.get(size) ?? []), candidate]);
    }
    return [...bySize.values()].flatMap((same) => {
      same.sort((one, other) => this.#guess(other) - this.#guess(one));
      return same.slice(0, BEST_OF_A_SIZE);
    });
  }

  #guess({ states, kept }: Pick<Candidate, 'states' | 'kept'>): number {
    const views = this.#symmetries.length / kept.size;
    return (Math.log(states) + 3 * Math.log(Math.min(views, 3))) / this.#logBranching - this.#costOf(views);
  }

  /** Divides the coordinates into rows and entries so that there are the fewest entries. */
  #layout(candidate: Candidate): Layout {
    const { atoms, states } = candidate;
    const sights = atoms.flatMap((atom) => atom.sights);
    let best: Layout | undefined;
    for (let rows = 1; rows < 2 ** sights.length; rows++) {
      const isRow = (sight: Sight) => ((rows >> sights.indexOf(sight)) & 1) === 1;
      const bySize = (one: Sight, other: Sight) => other.states - one.states;
      const [first, others] = [sights.filter(isRow), sights.filter((sight) => !isRow(sight)).sort(bySize)];
      const ordered = [...first, ...others];
      if (firstFactorLength(ordered.map((sight) => sight.states)) !== first.length) continue;
      const firstStates = productOf(first);
      if (firstStates > MOST_FIRST_STATES) continue;
      const whole = atoms.filter((atom) => atom.sights.every(isRow));
      const single = sights.filter((sight) => !whole.some((atom) => atom.sights.includes(sight)));
      const acting = [...whole, ...single].reduce(
        (common, each) => this.#atoms.common(common, each.kept),
        this.#atoms.symmetrySet([...this.#symmetries.keys()]),
      );
      const rowEntries = productOf(others);
      const entries = Math.ceil(firstStates / acting.size) * rowEntries;
      if (best !== undefined && best.entries <= entries) continue;
      const moves = this.#points.puzzle.moves.length;
      const bytes =
        entries / 4 +
        firstStates * 4 +
        (firstStates / acting.size) * (4 * moves + 24) +
        4 * moves * acting.size * ((others[0]?.states ?? 1) + rowEntries / (others[0]?.states ?? 1)) +
        4 * moves * sights.reduce((sum, sight) => sum + sight.states, 0) +
        8 * rowEntries;
      const views = this.#symmetries.length / acting.size;
      best = {
        atoms,
        states,
        kept: acting,
        plans: ordered.map(({ plan }) => plan),
        entries,
        bytes,
        views,
        firstStates,
      };
    }
    return best ?? { ...candidate, plans: [], entries: Number.POSITIVE_INFINITY, bytes: 0, views: 1, firstStates: 1 };
  }

  /** Returns the layouts of which the most is expected, at least one that sees each set; few with the same sets, states and views. */
  #promising(layouts: readonly Layout[], trials: readonly Trial[], count: number): Layout[] {
    const alike = new Map<string, number>();
    const tried = new Set(trials.map(({ layout }) => layout));
    const sorted = layouts
      .filter((layout) => !tried.has(layout))
      .map((layout) => this.#expected(layout, trials))
      .sort((one, other) => other.score - one.score)
      .map(({ layout }) => layout)
      .filter(({ plans, states, views }) => {
        const key = `${states} ${views} ${[...new Set(plans.map(({ set }) => set))].sort()}`;
        alike.set(key, (alike.get(key) ?? 0) + 1);
        return (alike.get(key) as number) <= 2;
      });
    const best = sorted.slice(0, count);
    const sees = (layout: Layout, set: number) => layout.plans.some((plan) => plan.set === set);
    for (const set of this.#atoms.sets.keys()) {
      const seeing = sorted.find((layout) => sees(layout, set));
      if (seeing !== undefined && !best.some((layout) => sees(layout, set))) best.push(seeing);
    }
    return best;
  }

  #expected(layout: Layout, trials: readonly Trial[]): Expected {
    const labels = jointLabels(layout.plans);
    const coarser = trials.filter((trial) => trial.labels.some((coarse) => refines(labels, coarse)));
    let [weights, excess] = [0, 0];
    for (const trial of coarser) {
      const weight = Math.log(trial.layout.states);
      weights += weight;
      excess += weight * trial.excess;
    }
    const largest = coarser.reduce<Trial | undefined>(
      (most, trial) => (most !== undefined && most.layout.states >= trial.layout.states ? most : trial),
      undefined,
    );
    const score = this.#guess(layout) + (weights === 0 ? 0 : excess / weights);
    return { layout, score, trial: largest };
  }

  #product({ plans }: Layout): SymmetricProduct {
    const coordinates = plans.map((plan) => {
      const known = this.#coordinates.get(plan.name);
      const coordinate = known ?? (coordinateOf(this.#points.puzzle, plan, this.#limits) as Coordinate);
      this.#coordinates.set(plan.name, coordinate);
      return coordinate;
    });
    const length = firstFactorLength(coordinates.map(({ size }) => size));
    const first = new CoordinateProduct(coordinates.slice(0, length));
    const symmetries = this.#symmetries.map(({ moves }) => moves);
    return symmetricProduct(this.#points.puzzle.moves, first, coordinates.slice(length), symmetries);
  }

  async #tried(layout: Layout): Promise<Trial> {
    this.#tables ??= sharedTables(0, 'use smaller tables');
    const tables = this.#tables;
    const used = tables.bytesUsed();
    const product = this.#product(layout);
    const rows = placeRows(tables, product);
    await fillRows(tables, this.#points.puzzle.moves, product, rows, 1, this.#limits);
    const distances = this.#distances({ product, rows });
    tables.giveBack(used);
    const mean = distances.reduce((sum, distance) => sum + distance, 0) / STEPS;
    const views = this.#symmetries.length / product.symmetries.length;
    const excess = mean - this.#costOf(views) - this.#guess(layout);
    const labels = jointLabels(layout.plans);
    const images = new Map(
      this.#atoms.colourImages.map((images) => {
        const image = normalised(Array.from(images, (colour) => labels[colour]));
        return [image.join(), image];
      }),
    );
    return { layout, labels: [...images.values()], distances, mean, excess };
  }

  /** Returns the largest distance in the views at each step of the walk. */
  #distances(made: Pick<CoordinateTable, 'product' | 'rows'>): Uint8Array {
    const { memory } = this.#tables as SharedTables;
    const coordinates = coordinatesOf(made.product);
    const largest = new Uint8Array(STEPS);
    for (const { moves } of viewsOf(made.product, this.#symmetries).slice(0, MOST_VIEWS)) {
      const values = new Uint32Array(coordinates.length);
      let distance = 0;
      for (let step = 0; step < this.#walk.length; step++) {
        const move = moves[this.#walk[step]];
        for (const [index, { next, moves: count }] of coordinates.entries()) {
          values[index] = next[values[index] * count + move];
        }
        const change = (residueIn(memory, made, values) + 3 - (distance % 3)) % 3;
        distance += change === 2 ? -1 : change;
        const at = step - FIRST_STEPS;
        if (at >= 0 && largest[at] < distance) largest[at] = distance;
      }
    }
    return largest;
  }

  /** Returns the moves that the time of a node with some views is worth. */
  #costOf(views: number): number {
    return Math.log(4 + views) / this.#logBranching;
  }

  /** Returns the tables of which the most is expected: the first one as large as possible, or half as large. */
  #chosen(expected: readonly Expected[]): Layout[] {
    const [whole, half] = [1, 1 / 2].map((share) => this.#extended([], expected, share, Number.NEGATIVE_INFINITY));
    return (half.score > whole.score ? half : whole).tables.map(({ layout }) => layout);
  }

  /** Adds tables as long as that pays. @param share of the budget for the next one */
  #extended(tables: readonly Expected[], all: readonly Expected[], share: number, score: number): Extension {
    const isComplete = tables.some(({ layout }) => layout.states >= this.#allStates);
    if (tables.length === MOST_TABLES || isComplete) return { tables, score };
    const sum = (value: (layout: Layout) => number) => tables.reduce((total, { layout }) => total + value(layout), 0);
    const bytes = share * this.#bytes - sum((layout) => layout.bytes);
    const entries = share * this.#entries - sum((layout) => layout.entries);
    const views = MOST_VIEWS - sum((layout) => layout.views);
    const distances = tables.map((table) => this.#raised(table));
    let best: Extension = { tables, score: score + WORTH_A_TABLE };
    for (const table of all) {
      const { layout, trial } = table;
      if (layout.entries > entries || layout.bytes > bytes || (tables.length > 0 && layout.views > views)) continue;
      let total = table.score;
      if (tables.length > 0) {
        if (trial === undefined) continue;
        const both = meanOfLargest([...distances, this.#raised(table)]);
        total = both - this.#costOf(sum(({ views }) => views) + layout.views);
      }
      if (total > best.score) best = { tables: [...tables, table], score: total };
    }
    return best.tables === tables ? { tables, score } : this.#extended(best.tables, all, 1, best.score);
  }

  /** Returns the distances along the walk that are expected of a table. */
  #raised({ layout, score, trial }: Expected): Float32Array {
    const raise = score + this.#costOf(layout.views) - (trial?.mean ?? 0);
    return Float32Array.from({ length: STEPS }, (_, step) => (trial?.distances[step] ?? 0) + raise);
  }
}

interface Extension {
  readonly tables: readonly Expected[];
  readonly score: number;
}

function meanOfLargest(distances: readonly Float32Array[]): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step++) {
    let largest = 0;
    for (const each of distances) if (each[step] > largest) largest = each[step];
    sum += largest;
  }
  return sum / STEPS;
}

/** Maximum number of entries for each one that moves reach, as far as atoms of the same pieces tell. */
const MOST_WASTE = 8;
/** Number of candidates of a size that are kept. */
const BEST_OF_A_SIZE = 60;

function lengthOf({ atoms }: Candidate): number {
  return atoms.reduce((sum, { sights }) => sum + sights.length, 0);
}

function productOf(sights: readonly Sight[]): number {
  return sights.reduce((states, sight) => states * sight.states, 1);
}

/** Returns the number of moves that are tried at a node, deep in a search. */
function branching(moves: readonly Permutation[]): number {
  const automaton = moveAutomaton(moves);
  let paths = automaton.map(() => 1);
  let growth = 1;
  for (let step = 0; step < 12; step++) {
    const longer = automaton.map((next) =>
      next.reduce((sum, after) => sum + (after === NOT_TRIED ? 0 : paths[after]), 0),
    );
    growth = longer[0] / paths[0];
    paths = longer;
  }
  return Math.max(growth, 1.1);
}
