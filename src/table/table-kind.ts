/** Whether a file is the table of a board or that of a state space, and of what kind of one. */

import type { SpaceSource } from '../space/space-source.js';
import { ChunkedFile } from './chunked-file.js';
import { type ContainerHeader, kindOf, readHeaderMap } from './container.js';
import { isSource } from './space-format.js';

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
      const header = readHeaderMap(name, fileBytes, read).header as ContainerHeader & { readonly source?: unknown };
      return { header, kind: kindOf(header) };
    },
    () => 'its words',
  );
  file.close();
  const { header, kind } = file.checked;
  if (kind === 'board') return 'board';
  return isSource(header.source) ? header.source.kind : null;
}
