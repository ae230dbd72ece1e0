/** The description of `antipode compare`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeCompare(program: Command, { call, io, endWith }: Invocation): void {
  program
    .command('compare')
    .summary('search algorithms and heuristics side by side')
    .description(
      'Solves the same positions of a board, or states of any other space, with every algorithm and heuristic that applies, and ' +
        'prints what each of them takes: nodes expanded, generated and stored, and time, on one thread.',
    )
    .argument(
      '[space]',
      'a board such as 3x3, the rows of a map, a puzzle such as pancake:7, or a file such as ./dino.tws or ./my-space.js',
    )
    .optionsGroup('Space and table:')
    .option('--map <file>', 'a board with missing cells, instead of a space')
    .option('--generators <file>', 'the file of a puzzle, instead of a space')
    .option('--goal <position>', 'the position of a board to reach (default: tiles in order, blank last)')
    .option(
      '--start <state>',
      'the state of another space that distances are counted from (default: the starts of the space)',
    )
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's own, else the space's)")
    .option('--table <file>', 'the distance table (default: out/<space>.table, or made on the spot for small spaces)')
    .optionsGroup('Positions or states to solve:')
    .option('--instances <file>', 'a file with one position or state per line')
    .option('--count <n>', 'number of random positions or states (default: 100)')
    .option('--seed <n>', 'the same seed gives the same random ones (default: 1)')
    .option('--each-depth <n>', 'up to this many of every distance, evenly chosen (needs the table)')
    .optionsGroup('Searches:')
    .option('--algorithm <names>', 'some of table, bfs, bidirectional, astar, idastar, with commas (default: all)')
    .option(
      '--heuristic <names>',
      "some of misplaced, manhattan, linear-conflict, pattern (for idastar alone), or of the space's own, with commas (default: all; pattern from 15 cells)",
    )
    .option('--partition <sizes or tiles>', 'patterns for the heuristic pattern, as in solve')
    .addOption(program.createOption('--time-limit <seconds>', 'for each search').default('60', '60'))
    .option('--memory <size>', 'for each search, such as 2GB (default: four fifths of what is free)')
    .optionsGroup('Output:')
    .option('--by-depth', 'print figures of each distance, too')
    .option('--json', 'print one JSON object')
    .option('--csv', 'print comma-separated values')
    .addHelpText(
      'after',
      examplesText([
        ['All searches on 100 random positions of the 8-puzzle', 'antipode compare 3x3'],
        [
          'One heuristic of A* against another, at every distance',
          'antipode compare 3x3 --algorithm astar --each-depth 10 --by-depth',
        ],
      ]),
    )
    .action(async (space, options) => {
      endWith(await (await import('./compare.js')).compareCommand(space, options, call, io));
    });
}
