/**
 * Explorations for a page without a server: spaces are explored in memory, one at a time, and tables are opened from the bytes of their
 * files. When a new one needs their memory, the spaces that were opened first are dropped.
 */

import { freeMemory, MOST_SHARING } from '#machine/machine.js';
import { moduleOfText } from '#machine/modules.js';
import { bytesBeside, MemoryError } from '../base/memory.js';
import { bytesText, excerpt, InputError } from '../base/text.js';
import { offeredThreads } from '../base/threads.js';
import type { EnginePlan } from '../engines/engine.js';
import { exploreInMemory, planOf } from '../runs/exploration/exploration.js';
import { messageOf, SpaceError } from '../space/definition.js';
import { type BoardSpaceSource, plainText, type SpaceSource } from '../space/space.js';
import { numberedStates } from '../spaces/board/numbering.js';
import { boardOfSource } from '../spaces/board-facts.js';
import { fileNameOf, spaceOfFileName } from '../spaces/names.js';
import { puzzleOfFile } from '../spaces/permutation/puzzle-file.js';
import { sourceOfText } from '../spaces/source-of-text.js';
import { titleOfSpace } from '../spaces/titles.js';
import { contentsOfSections, TableError } from '../table/contents.js';
import { sharedContents } from '../table/parts.js';
import { Table } from '../table/table.js';
import type { ExplorationLine, ExploresAnswer, PlanAnswer, SpaceAnswer } from './answers.js';
import { isSmall } from './layer-samples.js';
import { offeredSpaces } from './offered.js';
import { type Lines, NotKnownError, streamOfLines } from './responses.js';
import { searchedBoards, UnlistedBoards } from './searched-board.js';
import { freeId, type ServedSpace } from './served-space.js';
import { ServedTable } from './served-table.js';
import { newSlots } from './work.js';

/** Number of antipodes that an exploration lists, for spaces that are too large to be surveyed. */
const ANTIPODES = 100;
/** A survey within these takes seconds, in which no other space is explored. */
const SURVEY_LIMITS = { states: 500e6, bytes: 100e6 };

/** A text that is given instead of a file. */
interface GivenFile {
  readonly name: string;
  readonly text: string;
}

/** A space that a client names: exactly one of `space`, `id`, `file` and `module`, and the origin of its distances. */
export interface NamedByClient {
  /** Text such as 3x4 or pancake:8. */
  readonly space?: string | undefined;
  /** Identifier in a link. */
  readonly id?: string | undefined;
  /** A file of a permutation puzzle. */
  readonly file?: GivenFile | undefined;
  /** A user's module. */
  readonly module?: GivenFile | undefined;
  readonly metric?: string | undefined;
  readonly goal?: string | undefined;
  readonly start?: string | undefined;
}

/**
 * Returns the source of a space.
 * @throws InputError if the text or the file names no space, or the origin is wrong; NotKnownError if no space has the identifier
 */
export async function sourceOf(named: NamedByClient): Promise<SpaceSource> {
  const { space, id, file, module, ...origin } = named;
  const given = [space, id, file, module].filter((each) => each !== undefined);
  if (given.length !== 1) throw new InputError(`name one space, by its text or by its id; found ${given.length}`);
  if (space !== undefined) {
    const source = await sourceOfText(space, origin);
    if (source.kind !== 'module') return source;
    throw new InputError(`a page runs only modules that are given to it, not ${excerpt(space)}`);
  }
  const { metric, goal, start } = origin;
  if (goal !== undefined) throw new InputError('goal is for boards that are named by a text: leave it out');
  const begin = start === undefined ? {} : { start };
  if (file !== undefined) return { ...puzzleOfFile(file.name, file.text, metric), ...begin };
  if (metric !== undefined) throw new InputError('metric is for spaces that are named by a text: leave it out');
  if (module !== undefined) {
    const path = moduleOfText(plainText(module.name), module.text);
    if (path === undefined) throw new InputError('a module is read from its file here: name its path');
    return { kind: 'module', path, ...begin };
  }
  if (start !== undefined) throw new InputError('start is a part of the id: leave it out');
  const source = await spaceOfFileName(id as string);
  if (source !== undefined) return source;
  throw new NotKnownError(`no space has the id '${excerpt(id as string)}': name one such as 3x4 or pancake-8`);
}

interface OpenTable {
  readonly space: ServedSpace;
  /** Bytes of its table. */
  readonly bytes: number;
}

/** A space that is open, or the plan of its exploration. */
type Planned =
  | { readonly open: ServedSpace; readonly answer: PlanAnswer }
  | { readonly open: undefined; readonly answer: PlanAnswer; readonly plan: EnginePlan };

export class Explorations {
  /** Bytes for explorations and tables. */
  readonly #memory: number;
  /** Explorations, tables that are opened, and the surveys of their spaces take turns. */
  readonly #turns = newSlots(1);
  /** Small spaces do not wait for large ones, unless all have the same thread. */
  readonly #queues = { large: this.#turns, small: MOST_SHARING > 1 ? newSlots(1) : this.#turns };
  /** Tables, those opened first before the others. */
  readonly #tables: OpenTable[] = [];
  readonly #searched: readonly ServedSpace[] = searchedBoards([], '.');
  /** Boards that are too large for tables. */
  readonly boards = new UnlistedBoards('.');

  /** @param memory bytes for explorations and tables; by default all that are free */
  constructor(memory = freeMemory()) {
    this.#memory = memory;
  }

  /** The open spaces, in the order of the page's list. */
  get spaces(): readonly ServedSpace[] {
    return [...this.#tables.map(({ space }) => space), ...this.#searched];
  }

  get answer(): ExploresAnswer {
    return { offered: offeredSpaces(), threads: offeredThreads(), isolated: MOST_SHARING > 1, memory: this.#memory };
  }

  /** Returns the plan of an exploration. @throws as planOf */
  async plan(source: SpaceSource, signal?: AbortSignal): Promise<PlanAnswer> {
    const planned = await this.#planned(source, signal);
    if (planned.open === undefined) await planned.plan.close();
    return planned.answer;
  }

  /**
   * Explores a space, after those that were requested before. A space that is open is not explored again.
   * @returns lines of JSON with the plan, the layers, and then the space or why there is none; cancelling the stream stops the exploration
   */
  explore(source: SpaceSource): ReadableStream<Uint8Array> {
    return streamOfLines<ExplorationLine>(async (lines, gone) => {
      try {
        lines.write({ space: (await this.#explored(source, lines, gone)).facts });
      } catch (error) {
        gone.throwIfAborted();
        // Modules are named by the user, not by their address.
        lines.write({ failed: messageOf(error).replaceAll(/blob:\S+?#\//g, '') });
      }
    });
  }

  /**
   * Opens a table.
   * @param file its bytes and the name of its file
   * @throws InputError if this is not a table, it is damaged, its space cannot be opened, or it does not fit into memory
   */
  openTable(file: File): Promise<SpaceAnswer> {
    return this.#turns.run(async () => {
      try {
        if (file.size > this.#memory) throw new MemoryError(this.#lacking(file.name, file.size));
        this.#makeRoom(file.size);
        const table = await Table.open(file);
        return this.#add(fileNameOf({ source: table.source, name: table.fullName }), table, file.size).facts;
      } catch (error) {
        if (!(error instanceof TableError || error instanceof MemoryError || error instanceof SpaceError)) throw error;
        throw new InputError(error.message, { cause: error });
      }
    });
  }

  /** @throws the errors of exploreSpace; MemoryError if the space does not fit; the signal's reason */
  async #explored(source: SpaceSource, lines: Lines<ExplorationLine>, signal: AbortSignal): Promise<ServedSpace> {
    // Planning a module runs it on threads, which must not have another space then.
    const isModule = source.kind === 'module';
    const exploring = async () => {
      const planned = await this.#planned(source, signal);
      if (planned.open !== undefined) return planned.open;
      const { answer, plan } = planned;
      try {
        lines.write({ plan: answer });
        if (answer.problem !== null) throw new MemoryError(answer.problem);
        const explore = async () => this.#open(answer.id) ?? this.#explore(answer, plan, lines);
        const { small, large } = this.#queues;
        return await (isModule ? explore() : (isSmall(answer.states) ? small : large).run(explore, signal));
      } finally {
        await plan.close();
      }
    };
    return isModule ? this.#turns.run(exploring, signal) : exploring();
  }

  async #explore(answer: PlanAnswer, plan: EnginePlan, lines: Lines<ExplorationLine>): Promise<ServedSpace> {
    this.#makeRoom(answer.bytes + bytesOfThreads(plan));
    const { table, antipodes } = await exploreInMemory(plan, (event) => {
      if (event.type !== 'layer' || lines.isBehind()) return;
      const { depth, fresh, found, states, seconds } = event;
      lines.write({ layer: { depth, fresh, found, states, seconds } });
    });
    if (table === null) throw new Error(`the exploration of ${answer.name} made no table`);
    const contents = sharedContents(table, true);
    const bytes = contents.sections.reduce((sum, section) => sum + section.length, 0);
    const opened = await Table.of(contentsOfSections(contents));
    plan.request.signal?.throwIfAborted();
    return this.#add(answer.id, opened, bytes, antipodes);
  }

  #add(name: string, table: Table, bytes: number, antipodes: readonly string[] = []): ServedSpace {
    const options = { queues: this.#queues, limits: SURVEY_LIMITS, antipodes };
    const space = new ServedTable(freeId(name, this.spaces), table, options);
    this.#tables.push({ space, bytes });
    return space;
  }

  /** Drops the tables opened first until there is memory for an exploration or a table. */
  #makeRoom(bytes: number): void {
    const held = () => this.#tables.reduce((sum, table) => sum + table.bytes, 0);
    while (this.#tables.length > 0 && held() + bytes > this.#memory) this.#tables.shift()?.space.close();
  }

  #open(id: string): ServedSpace | undefined {
    return this.spaces.find(({ facts }) => facts.id === id);
  }

  /** Plans an exploration, which the caller must close. @throws as planOf */
  async #planned(source: SpaceSource, signal: AbortSignal | undefined): Promise<Planned> {
    const opened = (open: ServedSpace) => ({ open, answer: planOfOpen(open) });
    if (source.kind === 'board') {
      const open = this.#open(fileNameOf({ source, name: '' }));
      if (open !== undefined) return opened(open);
      if (!Number.isSafeInteger(numberedStates(boardOfSource(source)))) return opened(this.boards.open(source));
    }
    const plan = await planOf({ space: source, antipodes: ANTIPODES, signal });
    const { facts, threads, memory, tableBytes, seconds, reached } = plan;
    const id = fileNameOf(facts);
    const open = this.#open(id);
    const bytes = memory.bytes + tableBytes;
    const fits = bytes + bytesOfThreads(plan) <= this.#memory;
    if (open !== undefined || (source.kind === 'board' && !fits)) {
      await plan.close();
      return opened(open ?? this.boards.open(source as BoardSpaceSource));
    }
    const { name } = facts;
    const title = titleOfSpace(facts);
    const states = reached ?? facts.size;
    const problem = fits ? null : this.#lacking(name, bytes);
    return {
      open,
      plan,
      answer: { id, name, title, states, hasTable: true, bytes, seconds: seconds / threads, threads, fits, problem },
    };
  }

  #lacking(name: string, bytes: number): string {
    return `${name} needs ${bytesText(bytes)} of memory, but this page has about ${bytesText(this.#memory)}: choose a smaller space, or explore it with the program antipode`;
  }
}

function bytesOfThreads({ threads, memory }: EnginePlan): number {
  return bytesBeside(threads, memory.threadBytes);
}

/** Returns the plan of a space that opens without an exploration. */
export function planOfOpen({ facts: { id, name, title, states, hasTable } }: ServedSpace): PlanAnswer {
  return { id, name, title, states, hasTable, bytes: 0, seconds: 0, threads: 1, fits: true, problem: null };
}
