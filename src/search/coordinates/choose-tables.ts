/**
 * The choice of tables for a puzzle, within a budget of memory.
 *
 * *Atoms* are what a table can see of the pieces that symmetries take to each other: their orientations; where pieces of some kinds are;
 * or both. Kinds come from the puzzle itself, so that many symmetries keep them: all pieces different; the blocks of a system of the
 * symmetries, all of them, one against the rest, or the pieces of one alone; and the pieces that a move, or several moves with no piece in
 * common, take away. Where they do not suffice, the first k places are seen alone. A *candidate* is a product of atoms of different
 * pieces. Of the images of an atom, it takes the one that shares the most symmetries with those it has.
 *
 * Let b be the number of moves that a search tries at a node. A table of S states has about b times as many in each layer as in the one
 * before, so its mean distance grows by log_b c if S grows by a factor c. A move more in the bound saves a factor b of the nodes. The time
 * of a node grows like 4 + v with the number v of views, since the first ones leave few children to the others. So the *score* of tables is
 * the mean, over a random walk, of the largest distance in their views, less log_b (4 + v). Numbers of states are products of those of atoms, although atoms may be tied to each other. What a table lacks for that, its score shows.
 *
 * Single atoms are made and scored first, then products of growing sizes. What a candidate scores above a guess from its states and
 * views is expected, on average, of those that refine it. The guess: two views are as good as 8 times the states, three as 27 times. At last, the
 * candidates of which the most is expected are taken, as large as the budget allows. Another table is added if it raises the score of
 * all together. For that, the distances along the walk in the largest trial that a candidate refines are raised by what it is expected to gain.
 *
 * The work is counted, not timed, so that a puzzle has the same tables on each machine.
 */

import { discreteSystem, joinedSystem } from '../../permutations/block-systems.js';
import { type Permutation, pointOrbits } from '../../permutations/permutation.js';
import { mostColourings } from '../../permutations/wreath-product.js';
import { type PlacedSet, placedSets } from '../../spaces/permutation/generators.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import { type SharedTables, sharedTables } from '../ida-star/shared-tables.js';
import { MetBytes } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';
import {
  type Coordinate,
  type CoordinatePlan,
  CoordinateProduct,
  coordinateOf,
  generatingMoves,
} from './coordinate.js';
import { coordinatesOf, MOST_COORDINATES, MOST_VIEWS, type PuzzleSymmetry, viewsOf } from './coordinate-databases.js';
import { type CoordinateTable, fillRows, placeRows, residueIn } from './coordinate-table.js';
import { moveAutomaton, NOT_TRIED } from './move-automaton.js';
import { coordinatePlan, firstFactorLength, lettersOf, MOST_FIRST_STATES } from './projection.js';
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
/** Maximum of states times generating moves of a coordinate, which are found one by one. */
const MOST_COORDINATE_WORK = 2 ** 22;

/** A coordinate before its states are numbered. */
interface Sight {
  readonly plan: CoordinatePlan;
  /** Estimated number of states. */
  readonly states: number;
  /** The symmetries that act on it. */
  readonly kept: Subgroup;
}

/** An image of an atom. */
interface Atom {
  readonly sights: readonly Sight[];
  readonly states: number;
  readonly kept: Subgroup;
}

/** Symmetries, as a set of their indices. Equal sets are the same object. */
type Subgroup = ReadonlySet<number>;

interface Candidate {
  readonly atoms: readonly Atom[];
  readonly states: number;
  /** Symmetries that act on all atoms. */
  readonly kept: Subgroup;
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
  symmetries: readonly PuzzleSymmetry[],
  bytes: number,
  limits: Limits,
): Promise<SymmetricProduct[]> {
  return await new Choice(points, symmetries, bytes, limits).products();
}

class Choice {
  readonly #points: PuzzlePoints;
  readonly #symmetries: readonly PuzzleSymmetry[];
  readonly #bytes: number;
  /** Maximum number of entries of all tables. */
  readonly #entries: number;
  readonly #limits: Limits;
  readonly #sets: readonly PlacedSet[];
  readonly #generating: readonly number[];
  readonly #subgroups = new Map<string, Subgroup>();
  readonly #intersections = new Map<Subgroup, Map<Subgroup, Subgroup>>();
  readonly #states = new Map<string, number>();
  readonly #sights = new Map<string, Sight>();
  readonly #coordinates = new Map<string, Coordinate>();
  /** Logarithm of the number of moves at a node. */
  readonly #logBranching: number;
  /** [symmetry][colour]: its image. */
  readonly #colourImages: readonly Uint8Array[];
  readonly #walk: readonly number[];
  /** Estimated number of states of the puzzle. */
  readonly #allStates: number;
  #tables: SharedTables | undefined;

  constructor(points: PuzzlePoints, symmetries: readonly PuzzleSymmetry[], bytes: number, limits: Limits) {
    this.#points = points;
    this.#symmetries = symmetries;
    this.#bytes = bytes;
    this.#entries = Math.max(bytes, ENTRIES_PER_BYTE * bytes - ENTRIES_OF_TRIALS);
    this.#limits = limits;
    this.#sets = placedSets(points.sets);
    const { moves, solved, colours } = points.puzzle;
    this.#allStates = Number(mostColourings(moves, solved));
    this.#generating = generatingMoves(moves);
    this.#logBranching = Math.log(branching(moves));
    this.#colourImages = symmetries.map(({ points }) => {
      const images = new Uint8Array(colours.length);
      for (const [point, colour] of solved.entries()) images[colour] = solved[points[point]];
      return images;
    });
    this.#walk = randomMoves(moves.length, FIRST_STEPS + STEPS);
  }

  async products(): Promise<SymmetricProduct[]> {
    const families = this.#families().map((family) => this.#atomsOf(family));
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
    }
    this.#tables = undefined;
    return this.#chosen(layouts.map((layout) => this.#expected(layout, trials))).map((layout) => this.#product(layout));
  }

  // Atoms

  /** Returns the sets of pieces that symmetries take to each other, as lists of their indices. */
  #families(): number[][] {
    const setOf = (point: number) => this.#points.puzzle.colours[this.#points.puzzle.solved[point]].set;
    const images = this.#symmetries.map(({ points }) => this.#sets.map(({ first }) => setOf(points[first])));
    return pointOrbits(images);
  }

  /** Returns the atoms of a family, each with its images. */
  #atomsOf(family: readonly number[]): Atom[][] {
    const places = family.flatMap((set) => {
      const { first, pieces, turns } = this.#sets[set];
      return Array.from({ length: pieces }, (_, place) => first + place * turns);
    });
    const placeOf = new Map(
      family.flatMap((set) => {
        const { first, pieces, turns } = this.#sets[set];
        return Array.from({ length: pieces * turns }, (_, point) => {
          const place = first + Math.floor(point / turns) * turns;
          return [first + point, places.indexOf(place)] as const;
        });
      }),
    );
    const onPlaces = (points: ArrayLike<number>) =>
      Uint8Array.from(places, (point) => placeOf.get(points[point]) as number);
    const moves = this.#generating.map((move) => onPlaces(this.#points.puzzle.moves[move]));
    const symmetries = this.#symmetries.map(({ points }) => onPlaces(points));
    const kindOf = places.map((point) => this.#points.puzzle.colours[this.#points.puzzle.solved[point]].kind);
    const atoms = new Map<string, Atom[]>();
    for (const kinds of [undefined, ...kindsOf(moves, symmetries, kindOf)]) {
      for (const how of kinds === undefined
        ? (['turns'] as const)
        : (['places', 'places and turns', 'both'] as const)) {
        const images = new Map<string, Atom>();
        for (const symmetry of kinds === undefined ? [symmetries[0]] : symmetries) {
          const moved = kinds && Array.from(kinds.keys(), () => 0);
          if (moved) for (const [place, kind] of kinds.entries()) moved[symmetry[place]] = kind;
          const key = moved === undefined ? '' : lettersOf(moved).join('');
          if (images.has(key)) continue;
          const atom = this.#atom(family, moved, how);
          if (atom === undefined) break;
          images.set(key, atom);
        }
        const key = [...images.values()]
          .map(({ sights }) => labelsOf(sights.map(({ plan }) => plan)).join())
          .sort()
          .join('/');
        if (images.size > 0) atoms.set(key, [...images.values()]);
      }
    }
    return [...atoms.values()];
  }

  /**
   * Returns an atom; undefined if it sees nothing, or has too many states.
   * @param kinds [place of the family]: a number for each kind, 0 for pieces that are not seen
   * @param how `turns` sees all orientations, `places` the kinds, `both` the kinds with orientations of those that are seen
   */
  #atom(
    family: readonly number[],
    kinds: readonly number[] | undefined,
    how: 'turns' | 'places' | 'places and turns' | 'both',
  ): Atom | undefined {
    const sights: Sight[] = [];
    let first = 0;
    for (const set of family) {
      const { pieces } = this.#sets[set];
      const own = kinds?.slice(first, first + pieces);
      first += pieces;
      const turns = this.#turning(set, own === undefined || how === 'places and turns' ? undefined : own);
      if (how !== 'places' && !turns) continue;
      if (own === undefined || how === 'places and turns') {
        const sight = this.#sight(set, undefined, true);
        if (sight === undefined) return undefined;
        sights.push(sight);
      }
      if (own === undefined || (new Set(own).size === 1 && (how !== 'both' || own[0] === 0))) continue;
      const parts = this.#parts(set, own, how === 'both');
      if (parts === undefined) return undefined;
      sights.push(...parts);
    }
    if (sights.length === 0 || sights.length > MOST_COORDINATES) return undefined;
    const kept = this.#actingOn(sights.map(({ plan }) => plan));
    return { sights, kept, states: this.#statesOf(sights.map(({ plan }) => plan)) };
  }

  /** Returns true if pieces that are seen turn. */
  #turning(set: number, kinds: readonly number[] | undefined): boolean {
    const { first, pieces, turns } = this.#sets[set];
    const { colours, solved } = this.#points.puzzle;
    return Array.from({ length: pieces }, (_, place) => place).some(
      (place) => kinds?.[place] !== 0 && colours[solved[first + place * turns]].turns > 1,
    );
  }

  /** Returns coordinates that see kinds together: the half of the kinds each, if all have too many states. */
  #parts(set: number, kinds: readonly number[], isOriented: boolean): Sight[] | undefined {
    const sight = this.#sight(set, kinds, isOriented);
    if (sight !== undefined) return [sight];
    const all = [...new Set(kinds)].filter((kind) => kind !== 0);
    if (all.length < 2) return undefined;
    const half = new Set(all.slice(0, Math.ceil(all.length / 2)));
    const parts = [true, false].map((isFirst) =>
      this.#parts(
        set,
        kinds.map((kind) => (half.has(kind) === isFirst ? kind : 0)),
        isOriented,
      ),
    );
    return parts.every((part) => part !== undefined) ? parts.flatMap((part) => part as Sight[]) : undefined;
  }

  /** Returns a coordinate; undefined if it has too many states. */
  #sight(set: number, kinds: readonly number[] | undefined, isOriented: boolean): Sight | undefined {
    const plan = coordinatePlan(this.#points, set, kinds && lettersOf(kinds), isOriented);
    const known = this.#sights.get(plan.name);
    if (known !== undefined) return known;
    const states = this.#statesOf([plan]);
    if (states * this.#generating.length > MOST_COORDINATE_WORK) return undefined;
    const sight = { plan, states, kept: this.#actingOn([plan]) };
    this.#sights.set(plan.name, sight);
    return sight;
  }

  /** Returns the estimated number of states of coordinates together. It depends on how many pieces of each set have a label. */
  #statesOf(plans: readonly CoordinatePlan[]): number {
    const { puzzle } = this.#points;
    const sets = new Set(plans.map(({ set }) => set));
    const counts = new Map<string, number>();
    for (const [colour, label] of labelsOf(plans).entries()) {
      const { set, pieces } = puzzle.colours[colour];
      if (sets.has(set)) counts.set(`${set}/${label}`, (counts.get(`${set}/${label}`) ?? 0) + pieces);
    }
    const kinds = [...counts].map(([label, count]) => `${label.split('/')[0]}/${count}`).sort();
    const key = [...kinds, ...plans.map(({ name }) => name.endsWith('/o'))].join();
    const known = this.#states.get(key) ?? this.#countOf(plans, sets);
    this.#states.set(key, known);
    return known;
  }

  #countOf(plans: readonly CoordinatePlan[], sets: ReadonlySet<number>): number {
    const { puzzle } = this.#points;
    const points = [...puzzle.solved.keys()].filter((point) => sets.has(puzzle.colours[puzzle.solved[point]].set));
    const index = new Map(points.map((point, at) => [point, at]));
    const moves = this.#generating.map((move) =>
      Uint8Array.from(points, (point) => index.get(puzzle.moves[move][point]) as number),
    );
    const labels = labelsOf(plans);
    return Number(
      mostColourings(
        moves,
        points.map((point) => labels[puzzle.solved[point]]),
      ),
    );
  }

  // Symmetries

  /** Returns the symmetries that act on coordinates together, as far as their first states show. */
  #actingOn(plans: readonly CoordinatePlan[]): Subgroup {
    const labels = labelsOf(plans);
    let sample: FirstStates | undefined;
    const acting = this.#symmetries.flatMap((symmetry, index) => {
      const images = this.#colourImages[index];
      if (
        refines(
          labels,
          Array.from(images, (image) => labels[image]),
        )
      )
        return [index];
      // Orientations refer to a facet of each piece, and symmetries need not take these facets to each other.
      if (!plans.some(({ name }) => name.endsWith('/o'))) return [];
      sample ??= new FirstStates(this.#points.puzzle, plans, this.#generating, this.#limits);
      return sample.allow(symmetry.moves) ? [index] : [];
    });
    return this.#subgroup(acting);
  }

  #subgroup(indices: readonly number[]): Subgroup {
    const key = indices.join();
    const known = this.#subgroups.get(key) ?? new Set(indices);
    this.#subgroups.set(key, known);
    return known;
  }

  #common(one: Subgroup, other: Subgroup): Subgroup {
    if (one === other) return one;
    const known = this.#intersections.get(one) ?? new Map<Subgroup, Subgroup>();
    this.#intersections.set(one, known);
    const common = known.get(other) ?? this.#subgroup([...one].filter((index) => other.has(index)));
    known.set(other, common);
    return common;
  }

  // Candidates

  /** Returns products of atoms of different families, up to a number of entries. */
  #candidates(families: readonly (readonly Atom[][])[], entries: number): Candidate[] {
    let all: Candidate[] = [{ atoms: [], states: 1, kept: this.#subgroup([...this.#symmetries.keys()]) }];
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
      states: isSeen ? this.#statesOf(plans) : states * atom.states,
      kept: this.#common(kept, atom.kept),
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
        (common, each) => this.#common(common, each.kept),
        this.#subgroup([...this.#symmetries.keys()]),
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
    for (const set of this.#sets.keys()) {
      const seeing = sorted.find((layout) => sees(layout, set));
      if (seeing !== undefined && !best.some((layout) => sees(layout, set))) best.push(seeing);
    }
    return best;
  }

  #expected(layout: Layout, trials: readonly Trial[]): Expected {
    const labels = labelsOf(layout.plans);
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

  // Trials

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
    const histogram = await fillRows(tables, this.#points.puzzle.moves, product, rows, 1, this.#limits);
    const distances = this.#distances({ product, rows, histogram });
    tables.giveBack(used);
    const mean = distances.reduce((sum, distance) => sum + distance, 0) / STEPS;
    const views = this.#symmetries.length / product.symmetries.length;
    const excess = mean - this.#costOf(views) - this.#guess(layout);
    const labels = labelsOf(layout.plans);
    const images = new Map(
      this.#colourImages.map((images) => {
        const image = normalised(Array.from(images, (colour) => labels[colour]));
        return [image.join(), image];
      }),
    );
    return { layout, labels: [...images.values()], distances, mean, excess };
  }

  /** Returns the largest distance in the views at each step of the walk. */
  #distances(made: CoordinateTable): Uint8Array {
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

  // The choice

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

/** Returns labels of colours that are equal if they are equal in all coordinates. */
function labelsOf(plans: readonly CoordinatePlan[]): number[] {
  return normalised(Array.from(plans[0].labels, (_, colour) => plans.map(({ labels }) => labels[colour]).join()));
}

/** Returns 0, 1, 2 ... for different labels, in the order in which they occur. */
function normalised(labels: readonly (string | number)[]): number[] {
  const numbers = new Map<string | number, number>();
  return labels.map((label) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    return numbers.get(label) as number;
  });
}

/** Returns true if colours with equal labels have equal coarse labels. */
function refines(labels: readonly number[], coarse: readonly number[]): boolean {
  const images = new Map<number, number>();
  return labels.every((label, colour) => {
    const known = images.get(label);
    if (known === undefined) images.set(label, coarse[colour]);
    return known === undefined || known === coarse[colour];
  });
}

/** Number of states by which it is seen that a symmetry does not act. */
const SAMPLE = 500;

/** The first states of a breadth-first search over colourings by labels. */
class FirstStates {
  readonly #solved: Uint8Array;
  /** Moves of the points that are seen. */
  readonly #moves: readonly Uint8Array[];
  /** Triples of state, move, state after it; states are met in the order of their numbers. */
  readonly #edges: Int32Array;

  constructor(
    { moves, solved, colours }: PuzzlePoints['puzzle'],
    plans: readonly CoordinatePlan[],
    generating: readonly number[],
    limits: Limits,
  ) {
    const labels = labelsOf(plans);
    const sets = new Set(plans.map(({ set }) => set));
    const points = [...solved.keys()].filter((point) => sets.has(colours[solved[point]].set));
    this.#solved = Uint8Array.from(points, (point) => labels[solved[point]]);
    const index = new Map(points.map((point, at) => [point, at]));
    this.#moves = moves.map((move) => Uint8Array.from(points, (point) => index.get(move[point]) as number));
    const states = new MetBytes(points.length, limits);
    states.numberOf(this.#solved);
    const edges: number[] = [];
    const state = new Uint8Array(points.length);
    for (let number = 0; number < Math.min(states.size, SAMPLE); number++) {
      states.read(number, state);
      for (const move of generating) edges.push(number, move, states.numberOf(movedBy(this.#moves[move], state)));
    }
    this.#edges = Int32Array.from(edges);
  }

  /** Returns false if a symmetry is seen not to act. */
  allow(symmetry: ArrayLike<number>): boolean {
    const images: (Uint8Array | undefined)[] = [this.#solved];
    for (let at = 0; at < this.#edges.length; at += 3) {
      const image = movedBy(this.#moves[symmetry[this.#edges[at + 1]]], images[this.#edges[at]] as Uint8Array);
      const known = images[this.#edges[at + 2]];
      if (known === undefined) images[this.#edges[at + 2]] = image;
      else if (known.some((label, point) => label !== image[point])) return false;
    }
    return true;
  }
}

function movedBy(move: Uint8Array, state: Uint8Array): Uint8Array {
  const moved = new Uint8Array(state.length);
  for (let point = 0; point < state.length; point++) moved[move[point]] = state[point];
  return moved;
}

/**
 * Returns kinds of pieces, [place]: a number for each kind, 0 for those that are not seen.
 * @param moves,symmetries on places
 * @param identical [place]: the same number for identical pieces
 */
function kindsOf(
  moves: readonly Permutation[],
  symmetries: readonly Permutation[],
  identical: readonly number[],
): number[][] {
  const count = identical.length;
  const places = [...identical.keys()];
  const found = new Map<string, number[]>();
  const add = (kinds: readonly number[]) => {
    const joined = withIdentical(kinds, identical);
    if (new Set(joined).size > 1 || joined[0] > 0) found.set(lettersOf(joined).join(''), joined);
  };
  const different = places.map((place) => identical[place] + 1);
  /** Adds a set of places: against the rest, and its pieces alone. */
  const addSet = (isIn: (place: number) => boolean) => {
    add(places.map((place) => (isIn(place) ? 1 : 0)));
    add(places.map((place) => (isIn(place) ? different[place] : 0)));
    add(places.map((place) => (isIn(place) ? 0 : different[place])));
  };
  add(different);
  const systems = pointOrbits(symmetries).flatMap(([first]) =>
    places.map((place) => ({ first, system: joinedSystem(symmetries, discreteSystem(count), place, count, first) })),
  );
  for (const { first, system } of systems) {
    if (system === null) continue;
    const { parts } = system;
    add(Array.from(parts, (part) => part + 1));
    addSet((place) => parts[place] === parts[first]);
  }
  for (const orbit of pointOrbits(symmetries)) addSet((place) => orbit.includes(place));
  const moved = moves.map((move) => new Set(places.filter((place) => move[place] !== place)));
  for (const set of moved) {
    const apart = [set, ...moved.filter((other) => ![...other].some((place) => set.has(place)))];
    addSet((place) => set.has(place));
    addSet((place) => apart.some((each) => each.has(place)));
    add(places.map((place) => 1 + apart.findIndex((each) => each.has(place))));
  }
  if (pointOrbits(symmetries).length > 1) for (const place of places.slice(1)) addSet((other) => other < place);
  return [...found.values()];
}

/** Makes kinds with identical pieces one kind. */
function withIdentical(kinds: readonly number[], identical: readonly number[]): number[] {
  const joined = [...kinds];
  for (const [place, kind] of identical.entries()) {
    const first = identical.indexOf(kind);
    const [from, to] = [joined[place], joined[first]];
    if (from !== to) for (const other of joined.keys()) if (joined[other] === from) joined[other] = to;
  }
  return joined;
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

/** Returns the same moves for the same numbers. */
function randomMoves(moves: number, length: number): number[] {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * moves);
  });
}
