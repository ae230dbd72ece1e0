/** The description of `antipode explore`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeExplore(program: Command, { call, io }: Invocation): void {
  program
    .command('explore')
    .summary('enumerate a board or another space: distances, antipodes, distance table')
    .description(
      'Enumerates every position of a sliding-tile board by its distance from the goal, or every state of another space by its ' +
        'distance from the start. The space is a board, a built-in puzzle, the file of a puzzle, or a module of your own.',
    )
    .argument(
      '[space]',
      'a board such as 3x3 or 8-puzzle, the rows of a map such as "..#/.../#..", a puzzle such as pancake:10, the file of a puzzle such as ./dino.tws, or a module such as ./my-space.js',
    )
    .optionsGroup('Space:')
    .option('--map <file>', 'a board with missing cells: lines of . for a cell and # for none')
    .option('--goal <position>', "a board's solved position, its blank anywhere (default: in order, blank last)")
    .option(
      '--pattern <tiles>',
      'some tiles of a board, such as "1 2 3 5 6 9": all others are alike; see docs/explanations/patterns.md',
    )
    .option(
      '--partition <sizes or tiles>',
      'all patterns of a partition, one after the other: sizes such as 7-8, or tiles such as "1 2 3 / 4 5 6 / 7 8"',
    )
    .option('--all-goals', 'every goal, up to symmetries: tables and distances of all pairs of positions')
    .option('--generators <file>', 'the file of a puzzle, instead of a space: twsearch, KPuzzle, GAP or JSON')
    .option('--start <state>', 'the state that distances are counted from (default: the starts of the space)')
    .option(
      '--metric <name>',
      'what counts as one move: on boards single (a tile slides) or multi (one, two or more in a line); on cubes half-turn or quarter-turn; ' +
        'for files powers (of a turn) or generators (turns and their inverses)',
    )
    .optionsGroup('Search:')
    .option(
      '--method <name>',
      'fast (for boards) or general, which takes one state at a time (default: the fastest for the space)',
    )
    .option('--threads <n>', 'the most worker threads (default: all that the machine offers, fewer for small spaces)')
    .option('--no-table', 'make no distance table: half the memory on boards with --metric single')
    .optionsGroup('Long runs:')
    .option('--checkpoint <dir>', 'save progress in this folder at intervals, for --resume')
    .option('--checkpoint-every <seconds>', 'the interval (default: 300; 0: as often as possible)')
    .option('--resume <dir>', 'resume a run that was stopped or killed, from the folder of --checkpoint or --work')
    .option('--log <file>', 'write a line of JSON for each complete layer; see docs/reference/result.md')
    .optionsGroup('Boards larger than memory, several machines:')
    .option('--store <name>', "where a board's bitsets are kept: memory or disk (default: memory)")
    .option('--work <dir>', 'the folder for the files of --store disk, or of --queue')
    .option(
      '--memory <size>',
      'the most memory for --store disk, such as 4GB (default: four fifths of what is free; with --queue 500MB or the least that is needed)',
    )
    .option(
      '--queue <url>',
      'share a board with workers on other machines through Redis, such as redis://host:6379; the same command resumes it; see docs/tutorials/several-machines.md',
    )
    .optionsGroup('Plans:')
    .option('--plan', 'explore nothing: print the memory, disk and time that it would take on this machine')
    .option(
      '--workers <n>',
      'with --plan: by this many workers, each like this machine, that share the folder of --work',
    )
    .option(
      '--network <size>',
      'with --workers: what that folder gives all of them per second, such as 1GB (default: measured)',
    )
    .optionsGroup('Results:')
    .option('--output <dir>', 'folder for <space>.json and <space>.table (default: out)')
    .option('--replace', 'replace files in that folder that belong to another space')
    .option('--antipodes <n>', 'how many antipodes to list, or all (default: 20)')
    .option('--json', 'print the result as one JSON object')
    .addHelpText(
      'after',
      examplesText([
        ['All distances of the 8-puzzle, and a table that solves it', 'antipode explore 3x3'],
        ['What the 3x5 board would take if it is kept on disk', 'antipode explore 3x5 --store disk --work work --plan'],
      ]),
    )
    .action(async (space, options) => (await import('./explore.js')).exploreCommand(space, options, call, io));
}
