/** Finds the sections of a table in its file. */

import type { ChunkedWords, ContainerHeader } from '../../table/files/container.js';
import type { TableFaults } from './table-faults.js';
import { fieldOf, type TableMap } from './table-map.js';

/**
 * Places the sections of a table so that they end with the file, whatever offsets its header gives.
 * @param layout sections of such a table, at their offsets behind a header of any length
 * @returns undefined if the file is truncated or too long; a fault is then added
 */
export function sectionsAtEnd(
  layout: ContainerHeader,
  fileBytes: number,
  { fields, end: headEnd }: TableMap,
  faults: TableFaults,
): readonly ChunkedWords[] | undefined {
  const begin = layout.sections[0].words.offset;
  const sectionsBytes = layout.fileBytes - begin;
  const given = fieldOf(fields, 'fileBytes');
  const firstWords = fieldOf(fieldOf(fieldOf(fieldOf(fields, 'sections'), '0'), 'words'), 'offset');
  // If the header contradicts itself, the header is wrong; otherwise the length of the file is wrong.
  const agreed = typeof firstWords === 'number' && firstWords + sectionsBytes === given ? given : undefined;
  const expected = agreed ?? Math.max(fileBytes, headEnd + sectionsBytes);
  if (fileBytes !== expected) {
    const verdict = fileBytes < expected ? 'it is truncated' : 'it is too long';
    faults.add(() => ({
      part: 'length',
      message: `length of the file is ${fileBytes}, expected ${expected}: ${verdict}`,
      found: fileBytes,
      expected,
    }));
    return undefined;
  }
  const shift = fileBytes - sectionsBytes - begin;
  return layout.sections.map(({ words, checksums, ...rest }) => ({
    ...rest,
    words: { ...words, offset: words.offset + shift },
    checksums: { ...checksums, offset: checksums.offset + shift },
  }));
}
