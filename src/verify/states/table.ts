/**
 * The referee of the table of a space whose states are numbers. It trusts only the header's source. If moves cannot be
 * undone, it also trusts the width of the distances, and for patterns the encoding. Everything else follows from the
 * space. It is the only place in src/verify that uses src/table's layout of such a header.
 */

import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { trustedSource } from '../../space/trusted-source.js';
import { lacksNumbering } from '../../spaces/definition-of-source.js';
import { numberedSpace } from '../../spaces/open-space.js';
import { numberOfStates } from '../../spaces/permutation/order/number-of-states.js';
import { permutationGroup } from '../../spaces/permutation/order/permutation-group.js';
import { BITS, type Encoding } from '../../table/contents/contents.js';
import { isSource, type StateHeader, stateHeaderOf } from '../../table/files/state-header.js';
import { shown, type TableFaults } from '../file/table-faults.js';
import { fieldOf } from '../file/table-map.js';
import { patternBits } from '../pattern/bits.js';
import type { ReplayedTable, TableReferee } from '../referee/table-referee.js';
import type { VerifiedSpace } from '../referee/verified-space.js';
import type { Progress } from '../threads/progress.js';
import { openCheckedSpace } from './checked-space.js';
import { replayStates, threadsToCheck } from './replay.js';
import { newStatesReplay, type StateCodes, statesReplayBytes } from './replay-memory.js';
import { verifiedStates } from './verified-states.js';
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
  const codes: StateCodes = { size, encoding, bits, bytes: layout.sections[0].words.bytes };
  return {
    space: verified,
    layout,
    replayBytes: statesReplayBytes(codes),
    threads: (asked) => threadsToCheck(space, asked),
    wordsName: () => 'the words',
    replay: (...args) => replayTable(space, verified, codes, ...args),
  };
}

async function replayTable(
  space: NumberedSpace,
  verified: VerifiedSpace,
  codes: StateCodes,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<ReplayedTable> {
  const replay = newStatesReplay(space.source, codes);
  const histogram = await replayStates(space, replay, threads, onProgress, signal);
  const header = headerAfter(space, verified, encodingAfter(space, codes, histogram.length - 1), histogram);
  // Otherwise the header claims another width, or wrongly claims that all states are reached.
  const comparable = header.sections[0].words.bytes === codes.bytes;
  return {
    histogram,
    header,
    compareWords: comparable ? (piece, faults) => compareStatesWords(space, replay, piece, faults) : null,
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
    const trusted = trustedSource(source, module);
    if (await lacksNumbering(trusted)) {
      const message =
        'header: version 0.1 numbered the states of its space in another order, so nothing else can be checked: explore it again';
      faults.unreadable('header', message, shown(source));
      return undefined;
    }
    const space = await openCheckedSpace(trusted);
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
function encodingAfter({ reversible }: NumberedSpace, { encoding }: StateCodes, maxDepth: number): Encoding {
  if (reversible) return encoding;
  const wide = (['depth8', 'depth16'] as const).find((encoding) => maxDepth + 1 < 2 ** BITS[encoding] - 1);
  return wide ?? 'depth32';
}
