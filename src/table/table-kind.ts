/** Whether a file is the table of a board or that of a state space, and of what kind of one. */

import type { SpaceSource } from '../space/space-source.js';
import { ChunkedFile } from './files/chunked-file.js';
import { CHUNK_BYTES, kindOf, readHeaderMap } from './files/container.js';
import { isSource } from './files/space-format.js';

/** @throws TableError where the file cannot be read or is no table */
export function tableKind(path: string): 'board' | 'space' {
  return tableOrigin(path) === 'board' ? 'board' : 'space';
}

/**
 * Where the space of a table comes from; null where its header does not tell.
 * @throws TableError where the file cannot be read or is no table
 */
export function tableOrigin(path: string): 'board' | SpaceSource['kind'] | null {
  const file = new ChunkedFile(
    path,
    (name, fileBytes, read) => {
      const { header: map } = readHeaderMap(name, fileBytes, read);
      // Whether its sections are such is not asked here, as no chunk of them is.
      return { header: { chunkBytes: CHUNK_BYTES, fileBytes, sections: [] }, map };
    },
    () => 'its words',
  );
  file.close();
  const { map } = file.checked;
  if (kindOf(map) === 'board') return 'board';
  const { source } = map as { readonly source?: unknown };
  return isSource(source) ? source.kind : null;
}
