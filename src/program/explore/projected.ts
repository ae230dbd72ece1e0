/** `antipode explore --projection`: makes tables of a large puzzle's coordinates, and prints the distribution of each. */

import { statisticsOf } from '../../base/statistics.js';
import { offeredThreads } from '../../base/threads.js';
import { checkProjected } from '../../search/algorithms.js';
import { projectionText } from '../../search/coordinates/coordinate.js';
import { coordinatesOf } from '../../search/coordinates/coordinate-databases.js';
import type { Space } from '../../space/space.js';
import { openSpace } from '../../spaces/open-space.js';
import { flagOf, readThreads, refuse } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { readSpaceSource } from '../arguments/space-argument.js';
import { preparedCoordinates, readProjections } from '../arguments/tables.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { columnsOf } from '../terminal/layout.js';
import { type Io, provenanceOf } from '../terminal/process.js';

export async function exploreProjections(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const { projection, output, save, json, table, ...others } = options;
  const other = Object.keys(others).find((option) => !['generators', 'metric', 'threads'].includes(option));
  refuse({
    [`--projection makes tables of coordinates in memory: leave out ${flagOf(other ?? 'no-table')}`]:
      other !== undefined || table === false,
  });
  const space: Space = await openSpace(await readSpaceSource(text, options));
  checkProjected(space, '--projection');
  const threads = readThreads(options.threads) ?? offeredThreads();
  const made = { projections: readProjections(projection), threads, save: output ?? (save ? DEFAULT_FOLDER : null) };
  const { databases, file } = await preparedCoordinates(space, made, io);
  const tables = databases.tables.map(({ product, rows, histogram, views, seconds }) => {
    const { variance: _, ...statistics } = statisticsOf(histogram);
    const bytes = rows.rows * rows.rowBytes;
    const own = { projection: projectionText(coordinatesOf(product)), views: views.length, bytes };
    return { ...own, ...statistics, histogram, seconds, statesPerSecond: statistics.states / seconds };
  });
  if (json) {
    const totalSeconds = performance.now() / 1000;
    const found = { space: space.fullName, metric: space.metric, tables, coordinates: file, threads, totalSeconds };
    io.stdout.write(`${JSON.stringify({ ...found, provenance: provenanceOf(io, threads) })}\n`);
    return;
  }
  const width = columnsOf(io.stdout);
  const texts = tables.map(({ projection, views, ...facts }, index) => {
    const shown = { ...facts, group: [['views', String(views)] as const], held: 'rows' };
    const summary = { ...shown, notReached: 0, antipodes: [], threads };
    const files = index === tables.length - 1 && file !== null ? [['tables', file] as const] : [];
    return `${distributionText(facts.histogram, width)}\n\n${summaryText(`${space.fullName}, ${projection}`, summary, files, width)}\n`;
  });
  io.stdout.write(texts.join('\n'));
}
