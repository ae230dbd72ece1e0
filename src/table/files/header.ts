/** The headers of table files, of which there are two forms: those of boards, and those of all other tables. */

import { isBoardTable } from '../contents/board-claims.js';
import type { TableClaims } from '../contents/contents.js';
import { boardHeaderOf, checkBoardHeader } from './board-header.js';
import {
  type CheckedHeader,
  type ContainerHeader,
  checkLength,
  kindOf,
  type Read,
  readHeaderMap,
  unknownHeader,
} from './container.js';
import { checkStateHeader, stateHeaderOf } from './state-header.js';

/** Returns the header of a table, and the bytes of the file before its sections. */
export function headerOf(claims: TableClaims): { header: ContainerHeader; bytes: Buffer } {
  return isBoardTable(claims) ? boardHeaderOf(claims) : stateHeaderOf(claims);
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes its length
 * @throws TableError that says what is wrong
 */
export function readHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const checked = readAnyHeader(name, fileBytes, read);
  checkLength(name, fileBytes, checked.header);
  return checked;
}

/** Reads and checks the header of a file that can be truncated after it. @throws TableError if it is wrong */
export function readAnyHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const map = readHeaderMap(name, fileBytes, read);
  const checked = kindOf(map.header) === 'board' ? checkBoardHeader(map) : checkStateHeader(map);
  if (checked === undefined) throw unknownHeader(name);
  return checked;
}
