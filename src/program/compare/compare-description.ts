/** The description of `antipode compare`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeCompare(program: Command, { call, io, endWith }: Invocation): void {
  program
    .command('compare')
    .summary('compare search algorithms and heuristics')
    .description(
      'Solves the same positions of a board, or states of another space, with every algorithm and heuristic that applies. ' +
        'Prints the nodes that each expanded, generated and stored, and its time, on one thread.',
    )
    .argument(
      '[space]',
      'a board such as 3x3, the rows of a map, a built-in puzzle such as pancake:7, or a file such as ./dino.tws or ./my-space.js',
    )
    .optionsGroup('Space and table:')
    .option('--map <file>', 'a map file of the board, as in explore')
    .option('--generators <file>', 'a puzzle file, instead of a space')
    .option('--goal <position>', 'the goal position of a board (default: tiles in order, blank last)')
    .option('--start <state>', "the state that distances are counted from (default: the space's start states)")
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's, else the space's)")
    .option('--table <file>', 'the distance table (default: out/<space>.table, or made on the spot for small spaces)')
    .optionsGroup('Positions or states to solve:')
    .option('--instances <file>', 'a file with positions or states, one per line, as in solve')
    .option('--count <n>', 'number of random positions or states (default: 100)')
    .option('--seed <n>', 'seed of the random choice (default: 1)')
    .option('--each-depth <n>', 'up to this many of each distance, chosen uniformly; needs the table')
    .optionsGroup('Searches:')
    .option('--algorithm <names>', 'comma-separated: table, bfs, bidirectional, astar, idastar (default: all)')
    .option(
      '--heuristic <names>',
      'comma-separated. Boards: misplaced, manhattan, linear-conflict, pattern (for idastar only). ' +
        "Other spaces: the space's own (default: all; pattern from 15 cells)",
    )
    .option('--partition <sizes or tiles>', 'patterns for --heuristic pattern, as in solve')
    .addOption(program.createOption('--time-limit <seconds>', 'time limit of each search').default('60', '60'))
    .option('--memory <size>', 'memory limit of each search, such as 2GB (default: four fifths of free memory)')
    .optionsGroup('Output:')
    .option('--by-depth', 'also print figures for each distance')
    .option('--json', 'print one JSON object')
    .option('--csv', 'print comma-separated values')
    .addHelpText(
      'after',
      examplesText([
        ['All searches on 100 random positions of the 8-puzzle', 'antipode compare 3x3'],
        [
          'Compare the heuristics of A* at every distance',
          'antipode compare 3x3 --algorithm astar --each-depth 10 --by-depth',
        ],
      ]),
    )
    .action(async (space, options) => {
      endWith(await (await import('./compare.js')).compareCommand(space, options, call, io));
    });
}
