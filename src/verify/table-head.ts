/**
 * The beginning of a table file: its header, and the places of its sections. Only the space is read from the header.
 * All other fields are compared after the layers have been replayed.
 */

import type { ChunkedWords } from '../table/files/container.js';
import { boardTable } from './board/table.js';
import type { InputFile } from './file/input-file.js';
import type { TableFaults } from './file/table-faults.js';
import { fieldOf, readTableMap } from './file/table-map.js';
import { sectionsAtEnd } from './file/table-sections.js';
import type { TableReferee, TableRefereeOf } from './referee/table-referee.js';
import { statesTable } from './states/table.js';

/** Format of a table: that of boards, or that of all other spaces, whose headers name a source. */
export type TableKind = 'board' | 'states';

export interface TableHead {
  /** Map of the header as read from the file, right or wrong. */
  readonly fields: unknown;
  /** Offset of the end of the header. */
  readonly end: number;
  /** Extents of the sections in the file. */
  readonly sections: readonly ChunkedWords[];
  readonly referee: TableReferee;
}

export interface ReadHead {
  /** 'board' unless the header describes another space. */
  readonly kind: TableKind;
  /** Undefined if the space or the file's length is wrong, so that nothing more can be checked. */
  readonly head?: TableHead;
}

/**
 * Reads the head of a table and adds its wrong parts to the faults.
 * @param module path of the module that the user has named for the space
 */
export async function readTableHead(file: InputFile, faults: TableFaults, module?: string): Promise<ReadHead> {
  const map = await readTableMap(file, faults);
  if (map === undefined) return { kind: 'board' };
  const { fields, length, end } = map;
  const kind = kindOfTable(fields);
  const refereeOf: TableRefereeOf = kind === 'board' ? boardTable : statesTable;
  const referee = await refereeOf(fields, length, faults, module);
  const sections = referee && sectionsAtEnd(referee.layout, file.bytes, map, faults);
  if (referee === undefined || sections === undefined) return { kind };
  return { kind, head: { fields, end: Math.min(end, sections[0].words.offset), sections, referee } };
}

function kindOfTable(fields: unknown): TableKind {
  return fieldOf(fields, 'kind') === 'space' || fieldOf(fields, 'source') !== undefined ? 'states' : 'board';
}
