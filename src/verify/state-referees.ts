/**
 * The referees of a space whose states are numbers: of its table, which a replay determines, and of its distances, which
 * obey local rules.
 *
 * The referee of a table trusts only the header's source. If moves cannot be undone, it also trusts the width of the
 * distances, and for patterns the encoding. Everything else follows from the space. It is the only place in src/verify that
 * uses src/table's layout of such a header.
 */

import { threadsFor } from '../base/threads.js';
import { numberOfStates } from '../permutations/group-facts.js';
import { permutationGroup } from '../permutations/permutation-group.js';
import { describeState } from '../space/definition.js';
import { leavesNothing, type NumberedSpace, nameWithoutGoal, type SpaceSource } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import { numberedSpace, openStoredSpace } from '../spaces/open-space.js';
import { BITS, type Encoding } from '../table/files/contents.js';
import { isSource, type StateHeader, stateHeaderOf } from '../table/files/header.js';
import { type CheckedStates, checkRules, type Running, replayStates } from './checks.js';
import { bitsetWords, type Codes, patternBits } from './codes.js';
import { type BrokenRule, shown, type TableFaults } from './faults.js';
import { fieldOf } from './file-table.js';
import type { BrokenRuleTexts, DistancesReferee, ReplayedTable, TableReferee, VerifiedSpace } from './referees.js';
import { blocksToClaim } from './shared-work.js';
import { openCheckedSpace, plainStates } from './state-moves.js';
import { newReplay, replayBytes } from './steps.js';
import { compareStatesWords } from './words.js';

/** Makes the referee of the table of any space but a board; see TableRefereeOf. */
export async function statesTable(
  fields: unknown,
  headerBytes: number,
  faults: TableFaults,
  module: string | undefined,
): Promise<TableReferee | undefined> {
  const source = sourceOf(fieldOf(fields, 'source'));
  if (source === undefined) {
    const message = 'header: the source of its space cannot be read, so nothing else can be checked';
    faults.unreadable('header', message, headerBytes);
    return undefined;
  }
  const space = await spaceOf(source, module, faults);
  if (space === undefined) return undefined;
  const encoding = claimedEncoding(space, fieldOf(fields, 'encoding'), faults);
  if (encoding === undefined) return undefined;
  // A module that has been moved keeps the name that the table gives it.
  const verified = verifiedStates(source, source.kind === 'module' ? numberedSpace(space, source) : space);
  const { size } = space;
  const reachesAll = fieldOf(fields, 'notReached') === 0;
  const layout = headerAfter(space, verified, encoding, [reachesAll ? size : 1]);
  const bits =
    encoding === 'mod4' && source.kind === 'pattern' ? patternBits(size, source.tiles.length, !reachesAll) : null;
  const codes: Codes = { size, encoding, cells: null, bits, bytes: layout.sections[0].words.bytes };
  return {
    space: verified,
    layout,
    replayBytes: replayBytes(codes),
    threads: (asked) => threadsToCheck(space, asked),
    wordsName: () => 'the words',
    replay: (running) => replayTable(space, verified, codes, running),
  };
}

async function replayTable(
  space: NumberedSpace,
  verified: VerifiedSpace,
  codes: Codes,
  running: Running,
): Promise<ReplayedTable> {
  const replay = newReplay(codes);
  const checked = checkedStates(space);
  const histogram = await replayStates(checked, replay, space.size, running);
  const header = headerAfter(space, verified, encodingAfter(space, codes, histogram.length - 1), histogram);
  // Otherwise the header claims another width, or wrongly claims that all states are reached.
  const comparable = header.sections[0].words.bytes === codes.bytes;
  return {
    histogram,
    header,
    compareWords: comparable
      ? (piece, faults) => compareStatesWords(space, checked.states, replay, piece, faults)
      : null,
  };
}

function checkedStates(space: NumberedSpace): CheckedStates {
  const { source } = space;
  return {
    states: plainStates(space),
    origin: source,
    worker: 'verify-states.cjs',
    leavesNothing: leavesNothing(source),
  };
}

/** Returns the header of a space's table with these layers. */
function headerAfter(
  space: NumberedSpace,
  { source, fullName, metric, starts: startTexts }: VerifiedSpace,
  encoding: Encoding,
  histogram: readonly number[],
): StateHeader {
  const { size, starts, reversible, moves } = space;
  const facts = { source, name: fullName, metric, size, starts, startTexts, moves, reversible };
  return stateHeaderOf({ facts, histogram, encoding }).header;
}

/** Returns the source of a header; undefined if it is not valid. */
function sourceOf(field: unknown): SpaceSource | undefined {
  // Converted to plain objects, because the header's maps have no prototype.
  const source: unknown = JSON.parse(JSON.stringify(field ?? null));
  return isSource(source) ? source : undefined;
}

async function spaceOf(
  source: SpaceSource,
  module: string | undefined,
  faults: TableFaults,
): Promise<NumberedSpace | undefined> {
  try {
    const space = await openCheckedSpace(trustedSource(source, module), openStoredSpace);
    const states = statesByOrder(space);
    if (states === null || states === BigInt(space.size)) return space;
    faults.differs(
      'header',
      'header: number of states by its numbering',
      space.size,
      `${states} by the order of the group`,
    );
    return undefined;
  } catch (error) {
    // Any error can occur: the header can hold anything, and a module runs its author's code.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `header: the space of its source cannot be opened, so nothing else can be checked: ${reason}`;
    faults.unreadable('header', message, shown(source));
    return undefined;
  }
}

/** Returns the number of states of a permutation puzzle if the order of its group determines it; else null. */
function statesByOrder({ group }: NumberedSpace): bigint | null {
  if (group === null) return null;
  const { moves, solved } = group.puzzle;
  const { states, exact } = numberOfStates(moves, solved, permutationGroup(moves));
  return exact ? states : null;
}

const WHOLE_DEPTHS: readonly unknown[] = ['depth8', 'depth16', 'depth32'] satisfies Encoding[];

function claimedEncoding(space: NumberedSpace, field: unknown, faults: TableFaults): Encoding | undefined {
  // If the header claims another encoding, comparing the headers finds it.
  if (space.source.kind === 'pattern') return field === 'mod3' ? 'mod3' : 'mod4';
  if (space.reversible) return 'mod3';
  if (WHOLE_DEPTHS.includes(field)) return field as Encoding;
  faults.differs(
    'header',
    'header: encoding',
    shown(field),
    'an encoding of whole depths, because moves cannot be undone',
  );
  return undefined;
}

/** Returns the encoding by docs/reference/table-format.md: the smallest that can hold the depths and one more value. */
function encodingAfter({ reversible }: NumberedSpace, { encoding }: Codes, maxDepth: number): Encoding {
  if (reversible) return encoding;
  const wide = (['depth8', 'depth16'] as const).find((encoding) => maxDepth + 1 < 2 ** BITS[encoding] - 1);
  return wide ?? 'depth32';
}

/** Neighbours/s that one thread searches, or compares, measured with the 9 moves of pancake:10 and of cube-2x2x2. */
const NEIGHBOURS_PER_SECOND = 27e6;

/**
 * Returns the number of worker threads that check a space.
 * @param asked maximum number; by default as many as save more time than they take to start
 */
export function threadsToCheck(space: NumberedSpace, asked?: number): number {
  const seconds = (space.size * space.moves.length) / NEIGHBOURS_PER_SECOND;
  return threadsFor(asked, seconds, blocksToClaim(bitsetWords(space.size)));
}

/* The referee of the distances of a space whose states are numbers: an array of the shape (states,). */

/**
 * Makes the referee of a space's distances.
 * @throws InputError if the source is unknown; SpaceError if the space contradicts itself
 */
export async function statesDistances(source: SpaceSource): Promise<DistancesReferee> {
  const space = await openCheckedSpace(source);
  return {
    space: verifiedStates(source, space),
    array: { space: space.name, shape: [space.size], axes: 'states', types: ['|u1', '<u2', '<u4'] },
    parts: 1,
    extraBytes: Uint32Array.BYTES_PER_ELEMENT * bitsetWords(space.size),
    threads: (asked) => threadsToCheck(space, asked),
    check: (parts, running) => checkRules(checkedStates(space), parts, null, running),
    histogram: (counts) => {
      const histogram: number[] = [];
      for (let count = counts.get(0); count !== undefined; count = counts.get(histogram.length)) histogram.push(count);
      return histogram;
    },
    describe: (broken, unreached) => describeBroken(space, broken, unreached),
  };
}

function describeBroken(
  space: NumberedSpace,
  { rule, state, value, neighbour }: BrokenRule,
  unreached: number,
): BrokenRuleTexts {
  const place = describeState(space, state);
  const texts = { state: space.format(state), move: null, neighbour: null };
  if (neighbour !== undefined) {
    const move = neighbour.move === null ? null : space.moves[neighbour.move];
    const told = neighbour.value === unreached ? 'is not reached' : `has ${neighbour.value}`;
    const other = describeState(space, neighbour.state);
    const message = `${place} has ${value}, and its move ${move} leads to ${other}, which ${told}: at most ${value + 1} expected`;
    return { ...texts, message, move, neighbour: space.format(neighbour.state) };
  }
  if (rule === 'start') return { ...texts, message: `the start ${place} has ${value}, expected 0` };
  if (value === 0) return { ...texts, message: `${place} has 0, which only starts can have` };
  return { ...texts, message: `${place} has ${value}, but no move leads to it from a state that has ${value - 1}` };
}

/* Describes a space whose states are numbers, for reports. */

function verifiedStates(source: SpaceSource, space: NumberedSpace): VerifiedSpace {
  return {
    source,
    name: space.name,
    fullName: nameWithoutGoal({ source, name: space.fullName }),
    metric: space.metric,
    size: space.size,
    starts: space.starts.map((start) => space.format(start)),
    board: null,
  };
}
