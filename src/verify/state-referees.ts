/**
 * Spaces whose states are numbers for the checks: their tables, which a replay determines, and their distances, which obey local rules.
 *
 * Only the source in a table's header is trusted. If moves cannot be undone, the width of the distances is also trusted, and for
 * patterns the encoding. Everything else follows from the space. This is the only place in src/verify that uses src/table's layout of
 * such a header.
 */

import { numberOfStates } from '../permutations/group-facts.js';
import { permutationGroup } from '../permutations/permutation-group.js';
import { describeState } from '../space/definition.js';
import { leavesNothing, type NumberedSpace, nameWithoutGoal, type SpaceSource } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import { numberedSpace, openStoredSpace } from '../spaces/open-space.js';
import { BITS, type Encoding } from '../table/contents.js';
import { headerOf, isSource } from '../table/header.js';
import type { CheckedArray, CheckedSpace, CheckedTable, PlacedCode } from './checks.js';
import { bitsetWords, type Codes, patternBits, stateOfBit } from './codes.js';
import { shown, type TableFaults } from './faults.js';
import { fieldOf } from './file-table.js';
import { openCheckedSpace, plainStates } from './state-moves.js';
import { blocksToClaim } from './steps.js';

/** Neighbours/s that one thread searches, or compares, measured with the 9 moves of pancake:10 and of cube-2x2x2. */
const NEIGHBOURS_PER_SECOND = 27e6;

/**
 * Opens the space of a table by the fields of its header.
 * @param headerBytes length of the header, for messages
 * @param module path of the module that the user has named for the space, if any
 * @returns undefined if the fields do not determine the space; a fault is then added
 */
export async function statesTable(
  fields: unknown,
  headerBytes: number,
  faults: TableFaults,
  module: string | undefined,
): Promise<CheckedTable | undefined> {
  const source = fieldOf(fields, 'source');
  if (!isSource(source)) {
    const message = 'header: the source of its space cannot be read, so nothing else can be checked';
    faults.unreadable('header', message, headerBytes);
    return undefined;
  }
  const space = await spaceOf(source, module, faults);
  if (space === undefined) return undefined;
  const encoding = claimedEncoding(space, fieldOf(fields, 'encoding'), faults);
  if (encoding === undefined) return undefined;
  // A module that has been moved keeps the name that the table gives it.
  const checked = checkedSpace(source, space, source.kind === 'module' ? numberedSpace(space, source) : space);
  const { size, starts, reversible, moves } = space;
  const { fullName: name, metric, starts: startTexts } = checked.space;
  const facts = { source, name, metric, size, starts, startTexts, reversible, moves };
  const reachesAll = fieldOf(fields, 'notReached') === 0;
  const layout = headerOf({ facts, histogram: [reachesAll ? size : 1], encoding }).header;
  const bits =
    encoding === 'mod4' && source.kind === 'pattern' ? patternBits(size, source.tiles.length, !reachesAll) : null;
  const codes: Codes = { size, encoding, parities: null, bits, bytes: layout.sections[0].words.bytes };
  return {
    ...checked,
    codes,
    layout,
    wordsName: () => 'the words',
    header(histogram) {
      // By docs/reference/table-format.md: the smallest that can hold the depths and one more value.
      const wide = WHOLE_DEPTHS.find((each) => histogram.length < 2 ** BITS[each] - 1) ?? 'depth32';
      return headerOf({ facts, histogram, encoding: reversible ? encoding : wide }).header;
    },
    codeAt: (_, index) => placedCode(space, codes, index),
  };
}

/** @param named the space with the name and the starts of reports */
function checkedSpace(source: SpaceSource, space: NumberedSpace, named = space): CheckedSpace {
  const { size } = space;
  return {
    space: {
      source,
      name: named.name,
      fullName: nameWithoutGoal({ source, name: named.fullName }),
      metric: named.metric,
      size,
      starts: named.starts.map((start) => named.format(start)),
      board: null,
    },
    states: plainStates(space),
    origin: space.source,
    worker: 'verify-states',
    leavesNothing: leavesNothing(space.source),
    parities: null,
    seconds: (size * space.moves.length) / NEIGHBOURS_PER_SECOND,
    blocks: blocksToClaim(bitsetWords(size)),
  };
}

/** Describes a code, or a bit of a pattern's table. */
function placedCode(space: NumberedSpace, { bits }: Codes, index: number): PlacedCode {
  const owner = (name: string, number: number) => ({
    number,
    texts: { state: space.format(number) },
    describe: (distance: number | undefined) =>
      `the ${name} of ${describeState(space, number)}, ${distance === undefined ? 'not reached' : `distance ${distance}`},`,
  });
  if (bits === null) {
    const code = { fields: { number: index }, place: `code ${index}` };
    return index < space.size ? { ...code, owner: owner('code', index) } : code;
  }
  const bitsOfSet = 8 * bits.bitsetBytes;
  const number = stateOfBit(bits, index % bitsOfSet);
  const place = `bit ${index}`;
  if (number === undefined) return { fields: { bit: index }, place };
  return { fields: { bit: index, number }, place, owner: owner(index < bitsOfSet ? 'bit' : 'reached bit', number) };
}

async function spaceOf(source: SpaceSource, module: string | undefined, faults: TableFaults) {
  try {
    const space = await openCheckedSpace(trustedSource(source, module), openStoredSpace);
    const states = statesByOrder(space);
    if (states === null || states === BigInt(space.size)) return space;
    const expected = `${states} by the order of the group`;
    faults.differs('header', 'header: number of states by its numbering', space.size, expected);
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

const WHOLE_DEPTHS: readonly Encoding[] = ['depth8', 'depth16', 'depth32'];

function claimedEncoding(space: NumberedSpace, field: unknown, faults: TableFaults): Encoding | undefined {
  // If the header claims another encoding, comparing the headers finds it.
  if (space.source.kind === 'pattern') return field === 'mod3' ? 'mod3' : 'mod4';
  if (space.reversible) return 'mod3';
  const claimed = WHOLE_DEPTHS.find((encoding) => encoding === field);
  if (claimed === undefined) {
    const expected = 'an encoding of whole depths, because moves cannot be undone';
    faults.differs('header', 'header: encoding', shown(field), expected);
  }
  return claimed;
}

/**
 * Opens a space with the array of its distances.
 * @throws InputError if the source is unknown; SpaceError if the space contradicts itself
 */
export async function statesDistances(source: SpaceSource): Promise<CheckedArray> {
  const space = await openCheckedSpace(source);
  return {
    ...checkedSpace(source, space),
    array: { space: space.name, shape: [space.size], axes: 'states', types: ['|u1', '<u2', '<u4'] },
    describe: (state) => ({ text: space.format(state), place: describeState(space, state) }),
    moves: space.moves,
  };
}
