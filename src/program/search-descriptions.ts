/**
 * The descriptions of the commands that enumerate and search, on one machine or several: explore, solve, compare, worker and portion.
 * Every start of the program loads the descriptions, and a command its code only when it runs.
 */

import type { Command } from 'commander';
import type { Invocation } from './terminal/call.js';
import { examplesText } from './terminal/layout.js';

export function describeExplore(program: Command, { call, io }: Invocation): void {
  program
    .command('explore')
    .summary('enumerate a board or another state space, and save its distance table')
    .description(
      'Enumerates every position of a sliding-tile board by its distance from the goal, or every state of another space by its ' +
        'distance from the start. The space is a board, a built-in puzzle, a puzzle file, or a module of your own.',
    )
    .argument(
      '[space]',
      'a board such as 3x3 or 8-puzzle, the rows of a map such as "..#/.../#..", a built-in puzzle such as pancake:10, a puzzle file such as ./dino.tws, or a module such as ./my-space.js',
    )
    .optionsGroup('Space:')
    .option('--map <file>', 'a text file of a board with missing cells: . for a cell, # for a missing one')
    .option(
      '--goal <position>',
      'the goal position of a board, with the blank on any cell (default: tiles in order, blank last)',
    )
    .option(
      '--pattern <tiles>',
      'only these tiles of a board, such as "1 2 3 5 6 9": all others are alike; see docs/explanations/patterns.md',
    )
    .option(
      '--partition <sizes or tiles>',
      'all patterns of a partition, in turn: sizes such as 7-8, or tiles such as "1 2 3 / 4 5 6 / 7 8"',
    )
    .option('--all-goals', 'every goal up to symmetry: a table for each, and the distances of all pairs of positions')
    .option('--generators <file>', 'a puzzle file, instead of a space: twsearch, KPuzzle, GAP or JSON')
    .option('--start <state>', "the state that distances are counted from (default: the space's start states)")
    .option(
      '--metric <name>',
      'what counts as one move. Boards: single (one tile slides) or multi (one or more tiles slide in a line). Cubes: half-turn or quarter-turn. ' +
        'Puzzle files: powers (of a turn) or generators (turns and their inverses)',
    )
    .optionsGroup('Search:')
    .option(
      '--method <name>',
      'the engine: boards, groups, patterns, or general (one state at a time); fast takes the fastest of the first three (default: the fastest for the space)',
    )
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--no-table', 'make no distance table; halves the memory on boards with --metric single')
    .optionsGroup('Long runs:')
    .option('--checkpoint <dir>', 'save progress in this folder at intervals, for --resume')
    .option('--checkpoint-every <seconds>', 'time between checkpoints (default: 300; 0: as often as possible)')
    .option('--resume <dir>', 'resume a stopped or killed run from its --checkpoint or --work folder')
    .option('--log <file>', 'write a JSON line for each complete layer; see docs/reference/result.md')
    .optionsGroup('Boards larger than memory, several machines:')
    .option('--store <name>', "where to keep a board's bitsets: memory or disk (default: memory)")
    .option('--work <dir>', 'folder for the files of --store disk or --queue')
    .option(
      '--memory <size>',
      'memory limit for --store disk, such as 4GB (default: four fifths of free memory; with --queue 500MB, or more if the board needs it)',
    )
    .option(
      '--queue <url>',
      'share a board with workers on other machines through Redis, such as redis://host:6379; the same command resumes the run; see docs/tutorials/several-machines.md',
    )
    .optionsGroup('Plans:')
    .option('--plan', 'explore nothing: print the memory, disk space and time that a run would take on this machine')
    .option(
      '--workers <n>',
      'with --plan: plan for this many workers, each like this machine, that share the --work folder',
    )
    .option(
      '--network <size>',
      'with --workers: total bytes per second of that folder, such as 1GB (default: measured)',
    )
    .optionsGroup('Results:')
    .option('--output <dir>', 'folder for <space>.json and <space>.table (default: out)')
    .option('--replace', 'replace files in that folder that belong to another space')
    .option('--antipodes <n>', 'number of antipodes to list, or all (default: 20)')
    .option('--json', 'print the result as one JSON object')
    .addHelpText(
      'after',
      examplesText([
        ['All distances of the 8-puzzle, and a table that solves it', 'antipode explore 3x3'],
        [
          'Memory, disk space and time of the 3x5 board on disk',
          'antipode explore 3x5 --store disk --work work --plan',
        ],
      ]),
    )
    .action(async (space, options) => (await import('./explore/explore.js')).exploreCommand(space, options, call, io));
}

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
      endWith(await (await import('./commands/solve.js')).solveCommand(words, options, io));
    });
}

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
      endWith(await (await import('./commands/compare.js')).compareCommand(space, options, call, io));
    });
}

export function describeWorker(program: Command, { call, io }: Invocation): void {
  program
    .command('worker')
    .summary('work on an exploration that several machines share through a queue')
    .description(
      'Makes the portions that antipode explore --queue hands out, in a folder that all machines share, until the run is complete. ' +
        'A worker can be started before or after the coordinator, and stopped at any time: other workers make its unfinished portions. See docs/tutorials/several-machines.md.',
    )
    .option('--queue <url>', "the coordinator's --queue address, such as redis://host:6379")
    .option('--work <dir>', "the coordinator's --work folder, by its path on this machine")
    .option('--threads <n>', 'maximum number of worker threads (default: all available)')
    .option('--memory <size>', 'memory limit, such as 4GB (default: four fifths of free memory)')
    .addHelpText(
      'after',
      examplesText([
        ['Work with all of this machine', 'antipode worker --queue redis://host:6379 --work /mnt/work'],
        [
          'Leave most of the machine to other programs',
          'antipode worker --queue redis://host:6379 --work /mnt/work --threads 2',
        ],
      ]),
    )
    .action(async (options) => (await import('./explore/worker.js')).workerCommand(options, call, io));
}

export function describePortion(program: Command, { io }: Invocation): void {
  program
    .command('portion')
    .summary('make one portion of a shared exploration, as a job of a batch system')
    .description(
      'Makes portions of a layer, in a folder that several machines share. With --finish, checks that all portions are made, completes the ' +
        'layer, and prints the portions of the next layer, one per line. A board and --layer 0 --finish begin a run. See docs/tutorials/several-machines.md.',
    )
    .argument('[board]', 'the board of a new run, such as 3x4, or the rows of a map such as "..#/.../#.."')
    .requiredOption('--work <dir>', 'the folder of the run; its path can differ from machine to machine')
    .requiredOption('--layer <n>', 'the depth of the layer')
    .option('--portion <n or a-b>', 'the portion to make, or a range of portions that share their input')
    .option('--finish', 'complete the layer, and print the portions of the next one')
    .option('--map <file>', 'a map file of the board of a new run, as in explore')
    .option('--goal <position>', 'the goal of a new run (default: tiles in order, blank last)')
    .option('--no-table', 'make no distance table; halves the size of the files')
    .option('--antipodes <n>', 'number of antipodes to list, or all (default: 20)')
    .option('--output <dir>', 'folder for <space>.json and <space>.table (default: out)')
    .option('--threads <n>', 'maximum number of worker threads (default: all available)')
    .option('--memory <size>', 'memory limit, such as 4GB (default: four fifths of free memory)')
    .addHelpText(
      'after',
      examplesText([
        ['Begin a run, and print the portions of layer 1', 'antipode portion 3x4 --work work --layer 0 --finish'],
        ['Make one of them', 'antipode portion --work work --layer 1 --portion 0'],
      ]),
    )
    .action(async (board, options) => (await import('./explore/portion.js')).portionCommand(board, options, io));
}
