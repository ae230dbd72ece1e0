/** The description of `antipode export`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeExport(program: Command, { io }: Invocation): void {
  program
    .command('export')
    .summary('distances as files for other tools: npy, CSV, Parquet, MessagePack, JSON')
    .description(
      'Writes all distances of a table as an array (npy, msgpack), or as rows (csv, parquet; msgpack if only a part is chosen). ' +
        'Rows of boards hold position, blank, rank and distance, those of other spaces state, number and distance; see docs/reference/table-format.md. ' +
        'The format json is what explore prints.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--format <name>', 'npy, csv, parquet, msgpack or json (default: the ending of --output)')
    .option(
      '--output <file>',
      'the file to write or replace; - for standard output (default: out/<space>.<format>, or .result.json)',
    )
    .option('--replace', 'replace a result of another space, if --output is not given')
    .option('--depth <n or a..b>', 'only states of this distance, or of these, as rows')
    .option('--sample <n>', 'only this many of them, chosen at random, as rows')
    .option('--seed <n>', 'the same seed gives the same sample (default: 1)')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--threads <n>', 'the most worker threads (default: all that the machine offers, fewer for small spaces)')
    .option('--yes', 'write files of more than 1 GB')
    .addHelpText(
      'after',
      examplesText([
        ['All distances as an array for NumPy', 'antipode export out/3x3.table --output 3x3.npy'],
        [
          'A thousand random positions of depth 20 to 25',
          'antipode export out/3x3.table --depth 20..25 --sample 1000 --output hard.csv',
        ],
      ]),
    )
    .action(async (table, options) => (await import('./export.js')).exportCommand(table, options, io));
}
