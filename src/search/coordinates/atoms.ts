/**
 * Atoms, of which tables are made: what a table can see of the pieces that symmetries take to each other. It is their orientations; where
 * pieces of some kinds are; or both. An atom has an image under each symmetry, which sees the same of other pieces.
 */

import type { MoveSymmetry } from '../../permutations/move-graph.js';
import { pointOrbits, writeMovedFrom } from '../../permutations/permutation.js';
import { mostColourings } from '../../permutations/wreath-product.js';
import { type PlacedSet, placedSets } from '../../spaces/permutation/generators.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import { MetBytes } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';
import { type CoordinatePlan, generatingMoves } from './coordinate.js';
import { MOST_COORDINATES } from './coordinate-databases.js';
import { jointLabels, kindsOf, refines } from './kinds.js';
import { coordinatePlan, lettersOf } from './projection.js';

/** Maximum of states times generating moves of a coordinate, which are found one by one. */
const MOST_COORDINATE_WORK = 2 ** 22;

/** A coordinate before its states are numbered. */
export interface Sight {
  readonly plan: CoordinatePlan;
  /** Estimated number of states. */
  readonly states: number;
  /** The symmetries that act on it. */
  readonly kept: SymmetrySet;
}

/** An image of an atom. */
export interface Atom {
  readonly sights: readonly Sight[];
  readonly states: number;
  readonly kept: SymmetrySet;
}

/** Symmetries, as a set of their indices. Equal sets are the same object. */
export type SymmetrySet = ReadonlySet<number>;

/** The atoms of a puzzle. What is found of coordinates and of sets of symmetries is kept. */
export class Atoms {
  readonly sets: readonly PlacedSet[];
  /** [symmetry][colour]: its image. */
  readonly colourImages: readonly Uint8Array[];
  readonly #points: PuzzlePoints;
  readonly #symmetries: readonly MoveSymmetry[];
  readonly #limits: Limits;
  readonly #generating: readonly number[];
  readonly #symmetrySets = new Map<string, SymmetrySet>();
  readonly #intersections = new Map<SymmetrySet, Map<SymmetrySet, SymmetrySet>>();
  readonly #states = new Map<string, number>();
  readonly #sights = new Map<string, Sight>();

  /** @param symmetries of the puzzle: a group, the identity first */
  constructor(points: PuzzlePoints, symmetries: readonly MoveSymmetry[], limits: Limits) {
    this.#points = points;
    this.#symmetries = symmetries;
    this.#limits = limits;
    this.sets = placedSets(points.sets);
    const { moves, solved, colours } = points.puzzle;
    this.#generating = generatingMoves(moves);
    this.colourImages = symmetries.map(({ points }) => {
      const images = new Uint8Array(colours.length);
      for (const [point, colour] of solved.entries()) images[colour] = solved[points[point]];
      return images;
    });
  }

  /** Returns the sets of pieces that symmetries take to each other, as lists of their indices. */
  families(): number[][] {
    const setOf = (point: number) => this.#points.puzzle.colours[this.#points.puzzle.solved[point]].set;
    const images = this.#symmetries.map(({ points }) => this.sets.map(({ first }) => setOf(points[first])));
    return pointOrbits(images);
  }

  /** Returns kinds of the pieces of a family, and permutations as they act on its places. */
  kindsOf(family: readonly number[]) {
    const { puzzle } = this.#points;
    const places = family.flatMap((set) => {
      const { first, pieces, turns } = this.sets[set];
      return Array.from({ length: pieces }, (_, place) => first + place * turns);
    });
    const placeOf = new Map(
      family.flatMap((set) => {
        const { first, pieces, turns } = this.sets[set];
        return Array.from({ length: pieces * turns }, (_, point) => {
          const place = first + Math.floor(point / turns) * turns;
          return [first + point, places.indexOf(place)] as const;
        });
      }),
    );
    /** Returns the permutation of the places that a permutation of the points makes. */
    const onPlaces = (points: ArrayLike<number>) =>
      Uint8Array.from(places, (point) => placeOf.get(points[point]) as number);
    const moves = this.#generating.map((move) => onPlaces(puzzle.moves[move]));
    const symmetries = this.#symmetries.map(({ points }) => onPlaces(points));
    const kindOf = places.map((point) => puzzle.colours[puzzle.solved[point]].kind);
    return { kinds: kindsOf(moves, symmetries, kindOf), symmetries, onPlaces };
  }

  /** Returns the atoms of a family, each with its images. */
  atomsOf(family: readonly number[]): Atom[][] {
    const { kinds: all, symmetries } = this.kindsOf(family);
    const atoms = new Map<string, Atom[]>();
    for (const kinds of [undefined, ...all]) {
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
          .map(({ sights }) => jointLabels(sights.map(({ plan }) => plan)).join())
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
      const { pieces } = this.sets[set];
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
    return { sights, kept, states: this.statesOf(sights.map(({ plan }) => plan)) };
  }

  /** Returns true if pieces that are seen turn. */
  #turning(set: number, kinds: readonly number[] | undefined): boolean {
    const { first, pieces, turns } = this.sets[set];
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
    const states = this.statesOf([plan]);
    if (states * this.#generating.length > MOST_COORDINATE_WORK) return undefined;
    const sight = { plan, states, kept: this.#actingOn([plan]) };
    this.#sights.set(plan.name, sight);
    return sight;
  }

  /** Returns the estimated number of states of coordinates together. It depends on how many pieces of each set have a label. */
  statesOf(plans: readonly CoordinatePlan[]): number {
    const { puzzle } = this.#points;
    const sets = new Set(plans.map(({ set }) => set));
    const counts = new Map<string, number>();
    for (const [colour, label] of jointLabels(plans).entries()) {
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
    const labels = jointLabels(plans);
    return Number(
      mostColourings(
        moves,
        points.map((point) => labels[puzzle.solved[point]]),
      ),
    );
  }

  /** Returns the symmetries that act on coordinates together, as far as their first states show. */
  #actingOn(plans: readonly CoordinatePlan[]): SymmetrySet {
    const labels = jointLabels(plans);
    let sample: FirstStates | undefined;
    const acting = this.#symmetries.flatMap((symmetry, index) => {
      const images = this.colourImages[index];
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
    return this.symmetrySet(acting);
  }

  symmetrySet(indices: readonly number[]): SymmetrySet {
    const key = indices.join();
    const known = this.#symmetrySets.get(key) ?? new Set(indices);
    this.#symmetrySets.set(key, known);
    return known;
  }

  common(one: SymmetrySet, other: SymmetrySet): SymmetrySet {
    if (one === other) return one;
    const known = this.#intersections.get(one) ?? new Map<SymmetrySet, SymmetrySet>();
    this.#intersections.set(one, known);
    const common = known.get(other) ?? this.symmetrySet([...one].filter((index) => other.has(index)));
    known.set(other, common);
    return common;
  }
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
    const labels = jointLabels(plans);
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
      for (const move of generating) edges.push(number, move, states.numberOf(moved(state, this.#moves[move])));
    }
    this.#edges = Int32Array.from(edges);
  }

  /** Returns false if a symmetry is seen not to act. */
  allow(symmetry: ArrayLike<number>): boolean {
    const images: (Uint8Array | undefined)[] = [this.#solved];
    for (let at = 0; at < this.#edges.length; at += 3) {
      const image = moved(images[this.#edges[at]] as Uint8Array, this.#moves[symmetry[this.#edges[at + 1]]]);
      const known = images[this.#edges[at + 2]];
      if (known === undefined) images[this.#edges[at + 2]] = image;
      else if (known.some((label, point) => label !== image[point])) return false;
    }
    return true;
  }
}

function moved(colouring: Uint8Array, move: Uint8Array): Uint8Array {
  const after = new Uint8Array(colouring.length);
  writeMovedFrom(colouring, 0, move, after);
  return after;
}
