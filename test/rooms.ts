/** The rooms of src: what each holds, and which others it may import. Mathematics at the bottom, threads, files and terminal at the edges. */

export interface Room {
  readonly purpose: string;
  /** Rooms that it may import; every room may import itself. */
  readonly imports: readonly string[];
  /** What it may use of the world outside. */
  readonly uses?: readonly string[];
}

const MATHEMATICS = ['base', 'space', 'spaces'] as const;

export const ROOMS: Readonly<Record<string, Room>> = {
  base: {
    purpose: 'Text, statistics, threads and storage: nothing that knows a puzzle.',
    imports: [],
    uses: [
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:os',
      'node:path',
      'node:timers/promises',
      'node:zlib',
      'msgpackr/index-no-eval',
      'piscina',
    ],
  },
  space: {
    purpose: 'What a space is, where it comes from, and the checks that it keeps its promises.',
    imports: ['base', 'spaces'],
    uses: ['node:fs', 'node:path', 'node:url'],
  },
  spaces: {
    purpose: 'The built-in spaces: boards and their numbering, puzzles, and groups of permutations.',
    imports: ['base', 'space'],
  },
  table: {
    purpose: 'Distance tables: their files, their codes, and the path from a state to its distance.',
    imports: MATHEMATICS,
    uses: ['node:fs', 'node:zlib'],
  },
  engines: {
    purpose: 'The searches that enumerate a space: bits for boards, claims for everything else.',
    imports: [...MATHEMATICS, 'table'],
    uses: ['node:fs', 'node:module', 'node:os'],
  },
  runs: {
    purpose: 'Explorations from beginning to end: in memory, with checkpoints, on disk, and resumed.',
    imports: [...MATHEMATICS, 'table', 'engines'],
    uses: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:zlib'],
  },
  plan: {
    purpose: 'What an exploration would take on this machine: memory, disk, traffic and time.',
    imports: [...MATHEMATICS, 'engines', 'runs'],
    uses: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:zlib'],
  },
  search: {
    purpose: 'Shortest solutions without a table, or from one, and the comparison of search algorithms.',
    imports: [...MATHEMATICS, 'table'],
    uses: ['node:fs', 'node:module'],
  },
  study: {
    purpose: 'What is made of a table: its analysis, its export to other tools, its report.',
    imports: [...MATHEMATICS, 'table', 'engines', 'runs', 'search'],
    uses: ['node:fs', 'node:module', 'hyparquet-writer', 'd3-scale'],
  },
  verify: {
    purpose: 'The check of a table or of exported distances by means of its own.',
    imports: [
      'base',
      'space',
      'spaces/board/board.ts',
      'spaces/board/board-facts.ts',
      'spaces/board/metric.ts',
      'spaces/board/position.ts',
      'table',
    ],
    uses: ['node:fs/promises', 'node:zlib'],
  },
  serve: {
    purpose: 'The server of `antipode serve`: tables and searches by HTTP.',
    imports: [...MATHEMATICS, 'table', 'engines', 'runs', 'search'],
    uses: [
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:http',
      'node:module',
      'node:net',
      'node:path',
      'node:stream',
      'node:timers/promises',
      '@hono/node-server',
      'hono',
      'zod',
    ],
  },
  page: {
    purpose: 'The page of `antipode serve`, in the browser.',
    imports: ['base/text', 'serve/answers.ts'],
    uses: ['preact', 'preact/hooks'],
  },
  program: {
    purpose: 'The command line: commands, options, results as text.',
    imports: [...MATHEMATICS, 'table', 'engines', 'runs', 'plan', 'search', 'study', 'verify', 'serve'],
    uses: [
      'node:events',
      'node:fs',
      'node:module',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:util',
      'commander',
    ],
  },
  'index.ts': {
    purpose: 'The library: everything that a program may import.',
    imports: [...MATHEMATICS, 'table', 'engines', 'runs', 'plan', 'search', 'study', 'verify'],
  },
  workers: {
    purpose: 'The entry points of the worker threads.',
    imports: [...MATHEMATICS, 'engines', 'runs', 'search', 'study', 'verify', 'serve'],
  },
};
