/** Headers of table files. They have two forms: one for boards and one for all other spaces. */

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

/** Returns the header of a table and the bytes of the file before its sections. */
export function headerOf(claims: TableClaims): { header: ContainerHeader; bytes: Buffer } {
  return isBoardTable(claims) ? boardHeaderOf(claims) : stateHeaderOf(claims);
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes length of the file
 * @throws TableError if the header is invalid, or the file does not have the length that it gives
 */
export function readHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const checked = readAnyHeader(name, fileBytes, read);
  checkLength(name, fileBytes, checked.header);
  return checked;
}

/** Reads and checks the header of a file that may be truncated after it. @throws TableError if the header is invalid */
export function readAnyHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const map = readHeaderMap(name, fileBytes, read);
  const checked = kindOf(map.header) === 'board' ? checkBoardHeader(map) : checkStateHeader(map);
  if (checked === undefined) throw unknownHeader(name);
  return checked;
}
