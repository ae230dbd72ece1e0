/** Where the sections of a table lie in its file. */

import type { ContainerHeader } from '../../table/files/container.js';
import type { TableFaults } from './table-faults.js';
import { fieldOf } from './table-map.js';

/**
 * Sections end where the file ends, so they are found without the header's help; unless the file is not whole.
 * @param layout sections as they would lie in a file of some length
 * @param headEnd where the header ends
 * @param fields what the header says
 * @returns undefined where the file is not whole
 */
export function sectionsAtEnd<Layout extends ContainerHeader>(
  layout: Layout,
  fileBytes: number,
  headEnd: number,
  fields: unknown,
  faults: TableFaults,
): Layout['sections'] | undefined {
  const begin = layout.sections[0].words.offset;
  const sectionsBytes = layout.fileBytes - begin;
  const given = fieldOf(fields, 'fileBytes');
  const firstWords = fieldOf(fieldOf(fieldOf(fieldOf(fields, 'sections'), '0'), 'words'), 'offset');
  // Where the header contradicts itself, it is the header that is wrong; else it is the file.
  const agreed = typeof firstWords === 'number' && firstWords + sectionsBytes === given ? given : undefined;
  const expected = agreed ?? Math.max(fileBytes, headEnd + sectionsBytes);
  if (fileBytes !== expected) {
    const verdict = fileBytes < expected ? 'it is cut short' : 'it is too long';
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
