/** Finds what answers a question about a state space, a table or a search, and words the answer. */

import { excerpt } from '../../base/text/excerpt.js';
import { shellCommand } from '../../base/text/shell-command.js';
import { NO_NODES, nodesOfWay } from '../../search/positions/from-table.js';
import {
  findWay,
  type SpaceEffort,
  type SpaceQuestion,
  type SpaceSearchName,
} from '../../search/states/space-search.js';
import type { Way } from '../../search/states/state-way.js';
import { answersFromTable, wayFromTable } from '../../search/states/way-from-table.js';
import { fileNameOf } from '../../space/names.js';
import type { NumberedSpace } from '../../space/space.js';
import { readState, writeState } from '../../space/space-text.js';
import type { Output } from '../io.js';
import type { Answers } from './answers.js';
import { NotServedError } from './complaints.js';
import type { TableAtHand } from './space-tables.js';
import { TABLE_FOLDER } from './tables.js';

/** What answers: a search by name, or the table. */
export const SPACE_ALGORITHMS = ['table', 'bfs', 'bidirectional'] as const;

interface SpaceDeskOptions {
  readonly space: NumberedSpace;
  /** What its results and files are called. */
  readonly name: string;
  /** The tables that may be used. */
  readonly tables: readonly TableAtHand[];
  /** Whether it is a table that was named that may be used, and no search unless that was named as well. */
  readonly tableNamed: boolean;
  /** The command that explores the space from its start, for advice. */
  readonly exploring: string;
  /** Whether the states asked for are where ways begin, also where moves cannot be undone. */
  readonly asFrom: boolean;
  /** Where ways end; by default the space's start. */
  readonly to?: number | undefined;
  /** By default the table where there is one, and a search otherwise. */
  readonly algorithm?: SpaceSearchName | 'table' | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  /** Whether to print every state on the way. */
  readonly boards?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export class SpaceDesk {
  readonly #options: SpaceDeskOptions;
  readonly #announced = new Set<string>();
  readonly #stderr: Output;

  constructor(options: SpaceDeskOptions, stderr: Output) {
    this.#options = options;
    this.#stderr = stderr;
  }

  /** @throws InputError, NotServedError, TableError, LimitError, SpaceError */
  async answer(text: string, answers: Answers): Promise<void> {
    const { algorithm, space, name, tableNamed } = this.#options;
    const question = this.#questionOf(readState(space, text));
    const byTable = algorithm === undefined || algorithm === 'table';
    const found = byTable ? this.#tableFor(question) : undefined;
    if (found !== undefined) {
      this.#answerFromTable(found, question, answers);
      if (algorithm === undefined) this.#announce(`${name}: solved from ${found.path}`);
    } else if (byTable && (algorithm === 'table' || tableNamed)) {
      throw this.#noTable(question);
    } else {
      await this.#answerBySearch(question, answers);
    }
  }

  /** Without another end in question, ways go to the start; where moves cannot be undone, from the start. */
  #questionOf(state: number): SpaceQuestion {
    const { space, asFrom, to } = this.#options;
    if (to !== undefined) return { from: [state], to: [to] };
    return space.reversible || asFrom ? { from: [state], to: space.starts } : { from: space.starts, to: [state] };
  }

  #tableFor(question: SpaceQuestion): TableAtHand | undefined {
    return this.#options.tables.find(({ table }) => answersFromTable(table, question));
  }

  #answerFromTable({ table }: TableAtHand, question: SpaceQuestion, answers: Answers): void {
    const begin = performance.now();
    const way = wayFromTable(table, question);
    const nodes = way === null ? NO_NODES : nodesOfWay(way.moves.length);
    const seconds = (performance.now() - begin) / 1000;
    this.#write(question, way, { algorithm: 'table', ...nodes, seconds }, answers);
  }

  async #answerBySearch(question: SpaceQuestion, answers: Answers): Promise<void> {
    const { space, name, algorithm, seconds, bytes } = this.#options;
    const { way, ...effort } = await findWay(space, question, {
      algorithm: algorithm === 'table' ? undefined : algorithm,
      seconds,
      bytes,
    });
    if (algorithm === undefined && (question.from === space.starts || question.to === space.starts)) {
      const table = `${fileNameOf(name)}.table`;
      this.#announce(`${name}: solved by ${effort.algorithm}, for there is no ${table} in ${TABLE_FOLDER}/`);
    }
    this.#write(question, way, effort, answers);
  }

  /** Says what answers, on standard error, once. */
  #announce(text: string): void {
    if (this.#announced.has(text)) return;
    this.#announced.add(text);
    this.#stderr.write(`${text}\n`);
  }

  #noTable({ from, to }: SpaceQuestion): NotServedError {
    const { space, name, tables, tableNamed, exploring } = this.#options;
    if (tableNamed) {
      const [{ path, table }] = tables;
      const starts =
        table.starts.length === 1 ? `its start '${excerpt(writeState(space, table.starts[0]))}'` : 'its starts';
      const end = space.reversible ? 'begin or end' : 'begin';
      return new NotServedError(
        `${path} tells the ways that ${end} at ${starts}: ask for one, or leave out --table for a search`,
      );
    }
    const [end] = space.reversible ? to : from;
    const start = space.starts.includes(end) ? '' : ` ${shellCommand(['--start', writeState(space, end)])}`;
    return new NotServedError(
      `there is no table of ${name} in ${TABLE_FOLDER}/ that tells this way: make one with: ${exploring}${start}`,
    );
  }

  #write({ from, to }: SpaceQuestion, way: Way | null, effort: SpaceEffort, answers: Answers): void {
    const { space, name, boards, json } = this.#options;
    const states = boards ? way?.states.map((state) => writeState(space, state)) : undefined;
    const moves = way?.moves.map((move) => space.moves[move]);
    if (json) {
      const answer = {
        space: name,
        from: this.#textOf(way === null ? from : way.states.slice(0, 1)),
        to: this.#textOf(way === null ? to : way.states.slice(-1)),
        solvable: way !== null,
        distance: way?.moves.length ?? null,
        moves: moves ?? null,
        ...effort,
      };
      answers.write(`${JSON.stringify(states ? { ...answer, states } : answer)}\n`);
    } else {
      const listed = states?.map((text) => `${text}\n`).join('');
      answers.write(`${moves?.join(' ') ?? 'unsolvable'}\n${listed === undefined ? '' : `${listed}\n`}`);
    }
  }

  /** The text of an end of a way; null where it is none of several. */
  #textOf(states: readonly number[]): string | null {
    return states.length === 1 ? writeState(this.#options.space, states[0]) : null;
  }
}
