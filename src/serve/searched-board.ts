/** Boards without a table, whose positions are searched with pattern databases. */

import { InputError } from '../base/text.js';
import { factorial } from '../permutations/lehmer.js';
import { PUBLISHED_BY, publishedHistogram } from '../runs/published-layers.js';
import { knownMoves, positionPath } from '../search/question/question.js';
import type { BoardSpaceSource } from '../space/space.js';
import { type Board, DIRECTIONS, type Direction, neighbour, OPPOSITE } from '../spaces/board/board.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { isSolvable } from '../spaces/board/reachability.js';
import { openBoard } from '../spaces/board-space.js';
import type { DistanceAnswer, RandomAnswer, SolutionAnswer } from './answers.js';
import { BoardPatterns } from './board-patterns.js';
import { PositionSearches, SEARCH_THREADS } from './position-searches.js';
import { MACHINE, type RandomSource } from './sampled-layers.js';
import { type Abandoned, NotKnownError, type RandomChoice, ServedSpace } from './served-space.js';
import { isPauseDue, pause } from './work.js';

/** Maximum length of a walk; 4x4 is well mixed after some hundred steps. */
const MOST_STEPS = 10_000;

export class SearchedBoard extends ServedSpace {
  readonly #patterns: BoardPatterns;
  readonly #searches: PositionSearches;
  readonly #random: RandomSource;

  /**
   * @param id identifier in paths
   * @param source source of a full board in the metric single
   * @param folder folder of pattern tables, which are used if they exist
   * @param seconds time limit of a search
   */
  constructor(
    id: string,
    source: BoardSpaceSource,
    { folder, seconds, random = MACHINE }: { folder: string; seconds?: number; random?: RandomSource },
  ) {
    const space = openBoard(source);
    if (space.board === null) throw new Error(`${space.name} is not a board`);
    const { board, goal } = space.board;
    const patterns = new BoardPatterns(board, goal, folder, SEARCH_THREADS);
    const facts = {
      id,
      name: space.name,
      goal: formatPosition(goal),
      goals: 1,
      states: factorial(board.cells) / 2,
      hasTable: false,
      histogram: publishedHistogram(board, goal.indexOf(BLANK)),
      published: PUBLISHED_BY,
    };
    super(space, facts, patterns);
    this.#patterns = patterns;
    this.#searches = new PositionSearches(patterns, seconds);
    this.#random = random;
  }

  override async distance(text: string, abandoned: Abandoned): Promise<DistanceAnswer> {
    const start = this.#positionOf(text);
    const solutions = await this.#solutionsFrom(start, abandoned);
    const distance = solutions === null ? null : solutions[0].length;
    const blank = start.indexOf(BLANK);
    const { board } = this.#patterns;
    const moves = DIRECTIONS.flatMap((move) => {
      const cell = neighbour(board, blank, move);
      if (cell < 0) return [];
      const state = formatPosition(start.with(blank, start[cell]).with(cell, BLANK));
      const isBest = solutions?.some((solution) => solution[0] === move);
      return [{ move, state, distance: distance === null ? null : distance + (isBest ? -1 : 1) }];
    });
    return { state: formatPosition(start), distance, moves };
  }

  override async solution(text: string, abandoned: Abandoned): Promise<SolutionAnswer> {
    const start = this.#positionOf(text);
    const from = formatPosition(start);
    const solutions = await this.#solutionsFrom(start, abandoned);
    if (solutions === null) return { from, distance: null, steps: null };
    // The first solution in the order of the facts' moves, as with tables.
    const [solution] = solutions.toSorted((one, other) => this.#rank(one) - this.#rank(other));
    const { moves, states } = positionPath({ board: this.#patterns.board, start, metric: 'single' }, solution);
    const steps = moves.map((move, index) => ({ move, state: formatPosition(states[index + 1]) }));
    return { from, distance: solution.length, steps };
  }

  override async random({ depth, steps }: RandomChoice, count: number): Promise<RandomAnswer> {
    const { name } = this.facts;
    if (depth !== undefined) {
      throw new InputError(`${name} has no table, so the states of a depth are unknown: give steps instead of depth`);
    }
    if (steps === undefined) throw new InputError('steps is missing: give it as a whole number from 0');
    if (steps > MOST_STEPS) {
      throw new InputError(`the steps in ${name} must be a whole number from 0 to ${MOST_STEPS}, found ${steps}`);
    }
    const { board, goal } = this.#patterns;
    const states = new Set<string>();
    // Short walks have few different ends, so some walks repeat an end.
    for (let walk = 0; walk < 10 * count && states.size < count; walk++) {
      if (isPauseDue()) await pause();
      states.add(formatPosition(walkEnd(board, goal, steps, this.#random)));
    }
    return { depth: null, steps, states: [...states], uniform: false };
  }

  override async antipodes(): Promise<never> {
    throw new NotKnownError(`the antipodes of ${this.facts.name} are unknown: finding them needs a table`);
  }

  override close(): void {
    this.#searches.close();
  }

  protected override normalize(text: string): string {
    return formatPosition(this.#positionOf(text));
  }

  /** Returns null, because counting solutions takes a table, unless there are none. */
  protected override async solutionsOf(state: string): Promise<bigint | null> {
    const { board, goal } = this.#patterns;
    return isSolvable(board, this.#positionOf(state), goal) ? null : 0n;
  }

  #positionOf(text: string): Position {
    return parsePosition(text, this.#patterns.board);
  }

  /** Returns a shortest solution for each move that begins one; null if there is none. What is known at once needs no databases. */
  async #solutionsFrom(start: Position, abandoned: Abandoned): Promise<readonly string[] | null> {
    const { board, goal } = this.#patterns;
    const known = knownMoves({ board, start, goal });
    if (known === undefined) return this.#searches.from(start, abandoned());
    return known === null ? null : [known];
  }

  #rank(solution: string): number {
    return this.facts.moves.indexOf(solution[0]);
  }
}

/** Returns the end of a walk that undoes a move only in a dead end. All other moves are equally likely at each step. */
function walkEnd(board: Board, from: Position, steps: number, random: RandomSource): Position {
  const position = [...from];
  let blank = position.indexOf(BLANK);
  let back: Direction | undefined;
  for (let step = 0; step < steps; step++) {
    const possible = DIRECTIONS.filter((move) => neighbour(board, blank, move) >= 0);
    const onward = possible.filter((move) => move !== back);
    const choice = onward.length > 0 ? onward : possible;
    const move = choice[random.below(choice.length)];
    const cell = neighbour(board, blank, move);
    position[blank] = position[cell];
    position[cell] = BLANK;
    blank = cell;
    back = OPPOSITE[move];
  }
  return position;
}
