/** Describes a table by its header. Its space is not opened, so a module's code is not run. */

import { bytesText, countOf, grouped } from '../../base/text/numbers.js';
import { isBoardTable } from '../../table/contents/board-claims.js';
import { BITS, notReachedIn } from '../../table/contents/contents.js';
import { ChunkedFile } from '../../table/files/chunked-file.js';
import { CHECKSUM_BYTES } from '../../table/files/container.js';
import { readHeader } from '../../table/files/header.js';
import { exploredGoals } from '../../table/files/results.js';
import { factsText } from '../terminal/facts-text.js';
import type { Description } from './description.js';

/** Maximum number of starts in the text. */
const MOST_STARTS = 3;

/** @throws TableError if the file cannot be read, or is not a table */
export async function tableDescription(path: string): Promise<Description> {
  const { header, claims } = checkedHeader(path);
  const { facts, histogram, encoding } = claims;
  const { source, metric } = facts;
  const explored = await exploredGoals(path, claims);
  const { startTexts } = facts;
  const goals = explored.map(({ goal }) => goal);
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const checksums = header.sections.reduce((sum, section) => sum + section.checksums.bytes / CHECKSUM_BYTES, 0);
  const result = {
    kind: 'table',
    path,
    space: facts.name,
    metric,
    starts: startTexts,
    ...(isBoardTable(claims) && { exploredGoals: goals }),
    states,
    notReached: notReachedIn(claims),
    maxDepth: histogram.length - 1,
    histogram,
    encoding,
    bitsPerState: BITS[encoding],
    bytes: header.fileBytes,
    checksums,
    source,
  };
  const isBoard = source.kind === 'board' || source.kind === 'pattern';
  const from = goals.length > 0 ? goals : startTexts;
  const more = from.length - MOST_STARTS;
  const shown = from.slice(0, MOST_STARTS).join(', ');
  const left = result.notReached === 0 ? '' : `; ${grouped(result.notReached)} more are not reached`;
  const lines: [string, string][] = [
    ['space', facts.name],
    ...(source.kind === 'module' ? [['module', source.path] as [string, string]] : []),
    ['metric', metric ?? 'the only one of the space'],
    [isBoard ? 'goal' : 'start', more > 0 ? `${shown} and ${grouped(more)} more` : shown],
    ['states', `${grouped(states)}${left}`],
    ['maximum depth', `${result.maxDepth}, with ${countOf(histogram[result.maxDepth], 'antipode')}`],
    ['encoding', `${encoding}: ${BITS[encoding]} ${BITS[encoding] === 1 ? 'bit' : 'bits'} per state`],
    ['size', bytesText(header.fileBytes)],
    [
      'checksums',
      `CRC-32 of the header, which is intact, and of ${countOf(checksums, 'chunk')} of ${grouped(header.chunkBytes)} bytes; antipode verify checks all of them`,
    ],
  ];
  return { result, text: (width) => factsText(path, lines, width) };
}

function checkedHeader(path: string) {
  const file = new ChunkedFile(path, readHeader);
  try {
    return file.checked;
  } finally {
    file.close();
  }
}
