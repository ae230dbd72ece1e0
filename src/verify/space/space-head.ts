/**
 * The beginning of a space's table. Of the header only the source is believed, and where moves cannot be undone how wide the
 * distances are; all else is known when the space has been made and replayed.
 */

import { nameWithoutGoal } from '../../space/names.js';
import { openNumberedSpace } from '../../space/open-space.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { Encoding, TableClaims } from '../../table/contents.js';
import type { ChunkedWords } from '../../table/files/container.js';
import { isSource, stateHeaderOf } from '../../table/files/state-header.js';
import type { InputFile } from '../table/input-file.js';
import { shown, type TableFaults } from '../table/table-faults.js';
import { fieldOf, readTableMap } from '../table/table-map.js';
import { sectionsAtEnd } from '../table/table-sections.js';

export interface SpaceHead {
  /** What the header says of itself, whether it is right or not. */
  readonly fields: unknown;
  /** Where the header ends. */
  readonly end: number;
  readonly source: SpaceSource;
  readonly space: NumberedSpace;
  readonly encoding: Encoding;
  /** Where the only section of such a space lies in a file of this length. */
  readonly section: ChunkedWords;
}

/** @returns undefined where the space or the file's length cannot be told, so that nothing more can be checked */
export async function readSpaceHead(file: InputFile, faults: TableFaults): Promise<SpaceHead | undefined> {
  const map = await readTableMap(file, faults);
  if (map === undefined) return undefined;
  const { fields, length, end } = map;
  const source = sourceOf(fieldOf(fields, 'source'));
  if (source === undefined) {
    const message = 'header: where its space comes from cannot be read from it, so nothing else can be checked';
    faults.unreadable('header', message, length);
    return undefined;
  }
  const space = await spaceOf(source, faults);
  if (space === undefined) return undefined;
  const encoding = claimedEncoding(space, fieldOf(fields, 'encoding'), faults);
  if (encoding === undefined) return undefined;
  const layout = stateHeaderOf(claimsOf(source, space, encoding, [1])).header;
  const sections = sectionsAtEnd(layout, file.bytes, end, fields, faults);
  if (sections === undefined) return undefined;
  const [section] = sections;
  return { fields, end: Math.min(end, section.words.offset), source, space, encoding, section };
}

/** What the header of such a table says. */
export function claimsOf(
  source: SpaceSource,
  space: NumberedSpace,
  encoding: Encoding,
  histogram: readonly number[],
): TableClaims {
  const { size, starts, reversible, moves } = space;
  const facts = {
    source,
    name: nameWithoutGoal({ source, name: space.fullName }),
    metric: space.metric,
    size,
    starts,
    startTexts: starts.map((start) => space.format(start)),
    moves,
    reversible,
  };
  return { facts, histogram, encoding };
}

/** Plain data, as JSON has it. */
function sourceOf(field: unknown): SpaceSource | undefined {
  const source: unknown = JSON.parse(JSON.stringify(field ?? null));
  return isSource(source) ? source : undefined;
}

async function spaceOf(source: SpaceSource, faults: TableFaults): Promise<NumberedSpace | undefined> {
  try {
    return await openNumberedSpace(source);
  } catch (error) {
    // Whatever it is: the header may hold anything, and a module is somebody else's.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `header: the space of its source cannot be made, so nothing else can be checked: ${reason}`;
    faults.unreadable('header', message, shown(source));
    return undefined;
  }
}

const WHOLE_DEPTHS: readonly unknown[] = ['depth8', 'depth16', 'depth32'] satisfies Encoding[];

function claimedEncoding(space: NumberedSpace, field: unknown, faults: TableFaults): Encoding | undefined {
  // Another one in the header is found when the headers are compared.
  if (space.reversible) return 'mod3';
  if (WHOLE_DEPTHS.includes(field)) return field as Encoding;
  faults.differs('header', 'header: encoding', shown(field), 'that of whole depths, as moves cannot be undone');
  return undefined;
}
