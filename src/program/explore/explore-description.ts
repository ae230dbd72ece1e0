/** The description of `antipode explore`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

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
      'fast (boards only) or general (one state at a time); the default is the fastest for the space',
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
    .action(async (space, options) => (await import('./explore.js')).exploreCommand(space, options, call, io));
}
