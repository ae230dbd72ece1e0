/** Served boards without a table, which are searched with pattern databases: those that are listed, and those that are named. */

import { InputError } from '../base/text.js';
import { PUBLISHED_BY, publishedHistogram } from '../runs/exploration/published-layers.js';
import { heuristicsFor } from '../search/algorithms.js';
import { PATTERN_HEURISTIC } from '../search/question/heuristics.js';
import { knownMoves, type Path, positionPath } from '../search/question/question.js';
import type { BoardSpaceSource } from '../space/space.js';
import { type Board, type Direction, OPPOSITE, parseBoard } from '../spaces/board/board.js';
import { slid, slideName, slidesFrom } from '../spaces/board/moves.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { randomPosition, SeededRandom } from '../spaces/board/random.js';
import { isSolvable, reachOf } from '../spaces/board/reachability.js';
import { boardSource } from '../spaces/board-facts.js';
import { openBoard } from '../spaces/board-space.js';
import { fileNameOf, spaceOfFileName } from '../spaces/names.js';
import type { DistanceAnswer } from './answers.js';
import { type BoardPatterns, boardPatterns, positionSearches } from './position-searches.js';
import { NotKnownError } from './responses.js';
import { distributionOf, freeId, ServedSpace } from './served-space.js';
import { improvingSolutions } from './solutions.js';
import { type Abandoned, isPauseDue, pause, recent } from './work.js';

/** Maximum length of a walk. */
const MOST_STEPS = 10_000;

interface SearchedBoardOptions {
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder: string;
  /** Time limit of a search. */
  readonly seconds?: number;
  readonly random?: SeededRandom;
}

export class SearchedBoard extends ServedSpace {
  readonly #source: BoardSpaceSource;
  readonly #seconds: number | undefined;
  readonly #patterns: BoardPatterns;
  /** null if the board has no pattern databases. */
  readonly #searches: ReturnType<typeof positionSearches> | null;
  readonly #random: SeededRandom;

  /** @param id identifier in paths */
  constructor(id: string, source: BoardSpaceSource, { folder, seconds, random }: SearchedBoardOptions) {
    const space = openBoard(source);
    if (space.board === null) throw new Error(`${space.name} is not a board`);
    const { board, goal } = space.board;
    const patterns = boardPatterns(board, goal, folder);
    const histogram = source.metric === 'single' ? publishedHistogram(board, goal.indexOf(BLANK)) : undefined;
    const facts = {
      id,
      name: space.name,
      goal: formatPosition(goal),
      goals: 1,
      states: finiteOrNull(reachOf(board).states),
      hasTable: false,
    };
    super(space, facts, histogram === undefined ? null : distributionOf(histogram, PUBLISHED_BY), patterns);
    this.#source = source;
    this.#seconds = seconds;
    this.#patterns = patterns;
    this.#searches = heuristicsFor(space).includes(PATTERN_HEURISTIC) ? positionSearches(patterns, seconds) : null;
    this.#random = random ?? new SeededRandom(Math.random() * 2 ** 32);
  }

  override async distance(text: string, abandoned: Abandoned): Promise<DistanceAnswer> {
    const start = this.#positionOf(text);
    const solutions = await this.#solutionsFrom(start, abandoned);
    const distance = solutions?.[0].length ?? null;
    const { board } = this.#patterns;
    const { metric } = this.#source;
    const moves = slidesFrom(board, start.indexOf(BLANK), metric).map((slide) => {
      const move = slideName(slide, metric);
      const isBest = solutions?.some((solution) => solution[0] === move);
      const after = distance === null ? null : distance + (isBest ? -1 : 1);
      return { move, state: formatPosition(slid(start, slide)), distance: after };
    });
    return { state: formatPosition(start), distance, moves };
  }

  override solutions(text: string): ReadableStream<Uint8Array> {
    const databases = this.#searches && this.#patterns.databases;
    return improvingSolutions(this.#source, formatPosition(this.#positionOf(text)), databases, this.#seconds);
  }

  override async antipodes(): Promise<never> {
    throw new NotKnownError(`the antipodes of ${this.facts.name} are unknown: finding them needs a table`);
  }

  override close(): void {
    this.#searches?.close();
  }

  protected override async chosen(steps: number | undefined, count: number) {
    if (steps !== undefined && steps > MOST_STEPS) {
      const { name } = this.facts;
      throw new InputError(`the steps in ${name} must be a whole number from 0 to ${MOST_STEPS}, found ${steps}`);
    }
    const { board, goal } = this.#patterns;
    const states = new Set<string>();
    // Short walks have few different ends, so some walks repeat an end.
    for (let walk = 0; walk < 10 * count && states.size < count; walk++) {
      if (isPauseDue()) await pause();
      const chosen =
        steps === undefined ? randomPosition(board, goal, this.#random) : walkEnd(board, goal, steps, this.#random);
      states.add(formatPosition(chosen));
    }
    return { states: [...states], uniform: steps === undefined };
  }

  /** Returns the first solution in the order of the facts' moves, as with tables. */
  protected override async path(state: string, abandoned: Abandoned): Promise<Path<string> | null> {
    const start = this.#positionOf(state);
    const solutions = await this.#solutionsFrom(start, abandoned);
    if (solutions === null) return null;
    const { moves: order } = this.facts;
    const [solution] = solutions.toSorted((one, other) => order.indexOf(one[0]) - order.indexOf(other[0]));
    const { moves, states } = positionPath({ board: this.#patterns.board, start, metric: 'single' }, solution);
    return { moves, states: states.map(formatPosition) };
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
    if (known !== undefined) return known === null ? null : [known];
    if (this.#searches !== null) return this.#searches.from(start, abandoned());
    throw new NotKnownError(
      `the distances of ${this.facts.name} are unknown, since it has no pattern databases: POST to solutions`,
    );
  }
}

/** Returns the end of a walk that undoes a move only in a dead end. All other moves are equally likely at each step. */
function walkEnd(board: Board, from: Position, steps: number, random: SeededRandom): Position {
  let position = from;
  let back: Direction | undefined;
  for (let step = 0; step < steps; step++) {
    const possible = slidesFrom(board, position.indexOf(BLANK), 'single');
    const onward = possible.filter(({ direction }) => direction !== back);
    const choice = onward.length > 0 ? onward : possible;
    const slide = choice[random.below(choice.length)];
    position = slid(position, slide);
    back = OPPOSITE[slide.direction];
  }
  return position;
}

function finiteOrNull(count: number): number | null {
  return Number.isFinite(count) ? count : null;
}

/** Boards without a table that are listed. */
const SEARCHED = ['4x4', '5x5'];

/**
 * Returns the boards that are listed, unless they have tables.
 * @param others spaces that are served before them
 * @param folder folder of pattern tables, which are used if they exist
 */
export function searchedBoards(others: readonly ServedSpace[], folder: string): SearchedBoard[] {
  const sources = SEARCHED.map(parseBoard).map((board) => boardSource(board, orderedPosition(board), 'single'));
  const hasTable = ({ board, metric, goal }: BoardSpaceSource) =>
    others.some(({ facts }) => facts.name === board && facts.metric === metric && facts.goal === goal);
  return sources
    .filter((source) => !hasTable(source))
    .map((source) => new SearchedBoard(freeId(source.board, others), source, { folder }));
}

/** Maximum number of boards that stay open: each can hold pattern databases. */
const MOST_BOARDS = 4;
/** The ids of boards begin like this. */
const BOARD_ID = /^(\d+x\d|map-)/;

/** Boards without a table that are not listed, opened when they are named. */
export class UnlistedBoards {
  readonly #open = recent<SearchedBoard>(MOST_BOARDS);
  readonly #folder: string;

  /** @param folder folder of pattern tables, which are used if they exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws InputError if the board or its goal is wrong */
  open(source: BoardSpaceSource): SearchedBoard {
    const id = fileNameOf({ source, name: '' });
    const board = this.#open.get(id) ?? new SearchedBoard(id, source, { folder: this.#folder });
    this.#open.set(id, board);
    return board;
  }

  /** Returns the board with an id. */
  async named(id: string): Promise<SearchedBoard | undefined> {
    const open = this.#open.get(id);
    if (open !== undefined || !BOARD_ID.test(id)) return open;
    const source = await spaceOfFileName(id);
    return source?.kind === 'board' ? this.open(source) : undefined;
  }
}
