/** The origin of a table file, without its space being opened: a board, or a state space, and of what kind. */

import type { SpaceSource } from '../../space/space-source.js';
import { TableError } from '../contents/errors.js';
import { ChunkedFile } from './chunked-file.js';
import { CHUNK_BYTES, kindOf, readHeaderMap } from './container.js';
import { isSource } from './state-header.js';

/** Returns the kind of a table's space. @throws TableError if the file cannot be read or is not a table */
export function tableKind(path: string): 'board' | 'space' {
  return kindOf(headerMapOf(path));
}

/** Checks the kind of a table's space. @throws TableError if the file is the table of something else, cannot be read or is not a table */
export function expectTableOf(path: string, expected: 'board' | 'space'): void {
  const kind = tableKind(path);
  if (kind === expected) return;
  throw new TableError(`${path}: this is the table of ${NAMES[kind]}, and that of ${NAMES[expected]} is expected`);
}

const NAMES = { board: 'a board', space: 'a state space' } as const;

/**
 * Returns the kind of source that the space of a table comes from; null if its header does not give it.
 * @throws TableError if the file cannot be read or is not a table
 */
export function tableOrigin(path: string): 'board' | SpaceSource['kind'] | null {
  return tableKind(path) === 'board' ? 'board' : (tableSource(path)?.kind ?? null);
}

/**
 * Returns the source that the header of a table holds; null if it holds none, as those of boards.
 * @throws TableError if the file cannot be read or is not a table
 */
export function tableSource(path: string): SpaceSource | null {
  const { source } = headerMapOf(path) as { readonly source?: unknown };
  return isSource(source) ? source : null;
}

function headerMapOf(path: string): unknown {
  const file = new ChunkedFile(path, (name, fileBytes, read) => {
    const { header: map } = readHeaderMap(name, fileBytes, read);
    // Its sections are not checked here, as no chunk of them is asked for.
    return { header: { chunkBytes: CHUNK_BYTES, fileBytes, sections: [] }, part: () => 'its words', map };
  });
  file.close();
  return file.checked.map;
}
