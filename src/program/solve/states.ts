/** Questions about numbered states, or colourings of a puzzle with too many states to number, and the text of their answers. */

import { excerpt } from '../../base/text/excerpt.js';
import { shellCommand } from '../../base/text/shell-command.js';
import type { SearchQuestion, SearchState } from '../../search/question/question.js';
import type { SearchResult } from '../../search/question/result.js';
import { TableSolver } from '../../search/tables/table-solver.js';
import { isNumbered, type Space } from '../../space/space.js';
import { readState, writeState } from '../../space/space-text.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Answers } from '../process/answers.js';
import { type StatesTable, standardName } from '../tables/state-tables.js';
import { NotServedError } from './complaints.js';
import type { QuestionKind, ReadQuestion } from './solver.js';

/** A space that is not a board, or a board as numbered states. */
export interface SpaceOfStates extends Space<SearchState> {
  readonly starts: readonly SearchState[];
}

interface StateOptions {
  /** The space; a board without its board view, as numbered states. */
  readonly space: SpaceOfStates;
  /** Name of the space in results and files. */
  readonly name: string;
  /** Usable tables; none if the space is too large for tables. */
  readonly tables: readonly StatesTable[];
  /** True if a table is given: no other table answers, and no search unless --algorithm names one. */
  readonly tableNamed: boolean;
  /** Command that explores the space from its start, for advice. */
  readonly exploring: string;
  /** True if paths begin at the given states, even if moves cannot be undone. */
  readonly asFrom: boolean;
  /** End of all paths. @default the space's start */
  readonly to?: SearchState | undefined;
  /** True to print every state on the path. */
  readonly boards?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export class StateQuestions implements QuestionKind {
  readonly noun = 'state';
  readonly announcesSearches = false;
  readonly tableNamed: boolean;
  readonly #options: StateOptions;
  readonly #solver: TableSolver;

  constructor(options: StateOptions) {
    this.#options = options;
    this.tableNamed = options.tableNamed;
    this.#solver = TableSolver.of(
      options.space,
      options.tables.map(({ table }) => table),
    );
  }

  /** Reads a question. Without `to`, paths lead to the start, or from the start if moves cannot be undone. */
  read(text: string): ReadQuestion {
    const { space, asFrom, to } = this.#options;
    const state = readState(space, text);
    const question =
      to !== undefined ? { from: state, to } : space.reversible || asFrom ? { from: state } : { to: state };
    return { solver: this.#solver, question };
  }

  async tableFor({ solver, question }: ReadQuestion): Promise<string | undefined> {
    const { tables } = this.#options;
    const found = tables.length === 0 ? undefined : solver.tableFor(question);
    return tables.find(({ table }) => table === found)?.path;
  }

  nameOf(): string {
    return this.#options.name;
  }

  missingTable({ question: { from, to } }: ReadQuestion): string | undefined {
    const { space } = this.#options;
    return isNumbered(space) && (from === undefined || to === undefined) ? standardName(space) : undefined;
  }

  noTable({ question }: ReadQuestion): NotServedError {
    const { space, name, tables, exploring } = this.#options;
    if (this.tableNamed) {
      const [{ path, table }] = tables;
      const starts =
        table.starts.length === 1 ? `its start '${excerpt(writeState(space, table.starts[0]))}'` : 'its starts';
      const end = space.reversible ? 'begin or end' : 'begin';
      return new NotServedError(
        `${path} only holds paths that ${end} at ${starts}: choose such a path, or leave out --table to search`,
      );
    }
    const [end] = this.#endOf(space.reversible ? question.to : question.from);
    const start = space.starts.includes(end) ? '' : ` ${shellCommand(['--start', writeState(space, end)])}`;
    return new NotServedError(
      `there is no table of ${name} in ${DEFAULT_FOLDER}/ that holds this path: make one with: ${exploring}${start}`,
    );
  }

  write({ question }: ReadQuestion, result: SearchResult, answers: Answers): void {
    const { space, name, boards, json } = this.#options;
    const path = result.states;
    const states = boards ? path?.map((state) => writeState(space, state)) : undefined;
    if (json) {
      const { algorithm, heuristic, distance, moves, expanded, generated, stored, seconds } = result;
      const answer = {
        space: name,
        from: this.#textOf(path?.slice(0, 1) ?? this.#endOf(question.from)),
        to: this.#textOf(path?.slice(-1) ?? this.#endOf(question.to)),
        solvable: moves !== null,
        distance,
        moves,
        algorithm,
        ...(heuristic !== null && { heuristic }),
        expanded,
        generated,
        stored,
        seconds,
      };
      answers.write(`${JSON.stringify(states ? { ...answer, states } : answer)}\n`);
    } else {
      const listed = states?.map((text) => `${text}\n`).join('');
      answers.write(`${result.moves?.join(' ') ?? 'unsolvable'}\n${listed === undefined ? '' : `${listed}\n`}`);
    }
  }

  #endOf(state: SearchQuestion['to']): readonly SearchState[] {
    return state !== undefined && typeof state !== 'string' ? [state] : this.#options.space.starts;
  }

  /** Returns the text of an end of a path; null if it is one of several. */
  #textOf(states: readonly SearchState[]): string | null {
    return states.length === 1 ? writeState(this.#options.space, states[0]) : null;
  }
}
