/** The description of `antipode solve`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeSolve(program: Command, { io, endWith }: Invocation): void {
  program
    .command('solve')
    .summary('find shortest solutions, from a distance table or by search')
    .description(
      'Prints a shortest solution for each position: the moves of the blank as u d l r, or "unsolvable". ' +
        'With --metric multi, each move has a count. ' +
        'Solutions come from a distance table if one exists, and from a search otherwise. ' +
        'Positions are arguments, or lines of standard input: tiles in reading order with x, 0 or _ for the blank. ' +
        "For other spaces, prints the names of the moves that lead from each state to the space's start, or to --to.",
    )
    .argument(
      '[space]',
      'a board such as 15-puzzle, a built-in puzzle such as pancake:10, or a file such as ./dino.tws or ./my-space.js; ' +
        'can be omitted before positions: a word that can be read as a position is one',
    )
    .argument(
      '[states...]',
      'positions such as "2 3 4 1 5 x 7 6 8" or 23415x768, or states of the space (default: lines of standard input)',
    )
    .optionsGroup('Space and table:')
    .option('--space <space>', 'the space, instead of the first argument')
    .option('--generators <file>', 'a puzzle file, instead of --space')
    .option('--board <RxC>', 'the board, if the number of cells does not determine it, or the rows of a map')
    .option('--map <file>', 'a map file of the board, as in explore')
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's, else the space's)")
    .option('--table <file>', 'the distance table (default: out/<space>.table, or made on the spot for small boards)')
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .optionsGroup('Start and end of the path:')
    .option('--from <state>', 'the first state of the path, instead of states as arguments')
    .option('--to <state>', "the last state of the path (default: the space's start, or a board's goal)")
    .option('--goal <position>', 'the goal position of a board (default: that of --table, else tiles in order)')
    // 0.1 had --instance.
    .option(
      '--instance, --instances <file>',
      'a file with a start and a goal on any lines, or with a position or state per line, instead of arguments',
    )
    .optionsGroup('Search:')
    .option(
      '--algorithm <name>',
      'table, bfs, bidirectional, astar or idastar (default: idastar with --heuristic pattern, else the table, else idastar)',
    )
    .option(
      '--heuristic <name>',
      'for astar and idastar. Boards: misplaced, manhattan, linear-conflict (default), or, for idastar only, pattern (default from 15 cells). ' +
        "Other spaces: one of the space's own",
    )
    .option(
      '--partition <sizes or tiles>',
      'patterns for --heuristic pattern, such as 7-8 or "1 2 3 / 4 5 6 / 7 8" (default: those with tables in out/, else made on the spot)',
    )
    .option('--time-limit <seconds>', 'give up a search after this time')
    .option(
      '--memory <size>',
      'give up a search that needs more memory, such as 2GB (default: four fifths of free memory)',
    )
    .option('--threads <n>', 'maximum number of worker threads, for idastar (default: all available)')
    .optionsGroup('Output:')
    .option('--boards', 'print every position or state on the path')
    .option('--letters', 'with --metric multi: print u d l r once for each tile, instead of counts such as r2u1')
    .option('--json', 'print one JSON object per line; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['Solve a position of the 8-puzzle', 'antipode solve 23415x768'],
        ['Solve a stack of pancakes, and print every state', 'antipode solve pancake:5 "3 1 5 2 4" --boards'],
      ]),
    )
    .action(async (space, states, options) => {
      const words = space === undefined ? states : [space, ...states];
      endWith(await (await import('./solve.js')).solveCommand(words, options, io));
    });
}
