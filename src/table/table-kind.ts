/** Whether a file is the table of a board or that of a state space. */

import { ChunkedFile } from './chunked-file.js';
import { type ContainerHeader, kindOf, readHeaderMap } from './container.js';

/** @throws TableError where the file cannot be read or is no table */
export function tableKind(path: string): 'board' | 'space' {
  const file = new ChunkedFile(
    path,
    (name, fileBytes, read) => {
      const { header } = readHeaderMap(name, fileBytes, read);
      return { header: header as ContainerHeader, kind: kindOf(header) };
    },
    () => 'its words',
  );
  file.close();
  return file.checked.kind;
}
