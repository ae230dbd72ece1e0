/** The origin of a table file, without opening its space: its kind of space and the claims of its header. */

import type { TableClaims } from '../contents/contents.js';
import { TableError } from '../contents/errors.js';
import { ChunkedFile } from './chunked-file.js';
import { CHUNK_BYTES, kindOf, readHeaderMap } from './container.js';
import { readAnyHeader } from './header.js';

/** Returns the kind of a table's space. @throws TableError if the file cannot be read or is not a table */
export function tableKind(path: string): 'board' | 'space' {
  return kindOf(headerMapOf(path));
}

/** Checks the kind of a table's space. @throws TableError if the kind differs, or the file cannot be read or is not a table */
export function expectTableOf(path: string, expected: 'board' | 'space'): void {
  const kind = tableKind(path);
  if (kind === expected) return;
  throw new TableError(`${path}: expected the table of ${NAMES[expected]}, found that of ${NAMES[kind]}`);
}

const NAMES = { board: 'a board', space: 'a state space' } as const;

/** Returns the claims of a table, which may be truncated. @throws TableError if the file cannot be read or is not a table */
export function tableClaims(path: string): TableClaims {
  const file = new ChunkedFile(path, readAnyHeader);
  file.close();
  return file.checked.claims;
}

function headerMapOf(path: string): unknown {
  const file = new ChunkedFile(path, (name, fileBytes, read) => {
    const { header: map } = readHeaderMap(name, fileBytes, read);
    // The sections are left out, because no chunk is read.
    return { header: { chunkBytes: CHUNK_BYTES, fileBytes, sections: [] }, part: () => 'its words', map };
  });
  file.close();
  return file.checked.map;
}
