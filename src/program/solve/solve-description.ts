/** The description of `antipode solve`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeSolve(program: Command, { io, endWith }: Invocation): void {
  program
    .command('solve')
    .summary('shortest solutions of positions or states, from a distance table or by a search')
    .description(
      'Prints a shortest solution for each position: the moves of the blank as u d l r, or "unsolvable"; with ' +
        '--metric multi each with a count. ' +
        'A table answers if there is one, a search otherwise. ' +
        'Positions are arguments, or lines on standard input: tiles in reading order with x, 0 or _ for the blank. ' +
        'For states of any other space, prints the names of the moves that lead to its start, or to --to.',
    )
    .argument(
      '[space]',
      'a board such as 15-puzzle, a puzzle such as pancake:10, or a file such as ./dino.tws or ./my-space.js; ' +
        'may be left out before positions, because a word that can be read as a position is one',
    )
    .argument(
      '[states...]',
      'positions such as "2 3 4 1 5 x 7 6 8" or 23415x768, or states of the space; if there are none, standard input is read',
    )
    .optionsGroup('Space and table:')
    .option('--space <space>', 'the space, instead of the first word')
    .option('--generators <file>', 'the file of a puzzle, instead of --space')
    .option('--board <RxC>', 'the board, if the number of cells does not determine it, or the rows of a map')
    .option('--map <file>', 'the board, as a map')
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's own, else the space's)")
    .option('--table <file>', 'the distance table (default: out/<space>.table, or made on the spot for small boards)')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .optionsGroup('Start and end of the path:')
    .option('--from <state>', 'the state that the path begins at, instead of states as arguments')
    .option('--to <state>', "the state that it ends at (default: the space's start, or a board's goal)")
    .option('--goal <position>', "the position to reach (default: the table's own goal, else tiles in order)")
    .option('--instance <file>', "read the start, the blank's index (if given), and the goal from a file of numbers")
    .optionsGroup('Search:')
    .option(
      '--algorithm <name>',
      'table, bfs, bidirectional, astar or idastar (default: idastar with the heuristic pattern, else the table, else idastar)',
    )
    .option(
      '--heuristic <name>',
      'for astar and idastar: on boards misplaced, manhattan or linear-conflict (default), or pattern for idastar alone (default from 15 ' +
        "cells); on other spaces one of the space's own",
    )
    .option(
      '--partition <sizes or tiles>',
      'patterns for --heuristic pattern, such as 7-8 or "1 2 3 / 4 5 6 / 7 8" (default: those with tables in out/, else made on the spot)',
    )
    .option('--time-limit <seconds>', 'give up a search after this time')
    .option('--memory <size>', 'give up a search that needs more, such as 2GB (default: four fifths of what is free)')
    .option('--threads <n>', 'the most worker threads for idastar (default: all that the machine offers)')
    .optionsGroup('Output:')
    .option('--boards', 'print every position or state on the path')
    .option('--letters', 'with --metric multi: u d l r once for each tile, instead of counts such as r2u1')
    .option('--json', 'print one JSON object per line; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['Solve a position of the 8-puzzle', 'antipode solve 23415x768'],
        ['Solve a stack of pancakes, and show every step', 'antipode solve pancake:5 "3 1 5 2 4" --boards'],
      ]),
    )
    .action(async (space, states, options) => {
      const words = space === undefined ? states : [space, ...states];
      endWith(await (await import('./solve.js')).solveCommand(words, options, io));
    });
}
