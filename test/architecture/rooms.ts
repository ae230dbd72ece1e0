/**
 * The rooms of src, from the bottom up. Mathematics is at the bottom; threads, files and terminal are at the edges.
 */

/** Each folder of src and workers, and its purpose. A room imports only rooms that are listed before it. */
export const ROOMS: Readonly<Record<string, string>> = {
  'machine/node': 'The machine under Node: processors, threads, files that are read, digests, kernels and modules.',
  'machine/browser': 'The same in a browser, with the same names: Web Workers, and what a person gives the page.',
  base: 'The ground: memory, worker threads, statistics, text, bytes, errors.',
  permutations: 'Permutations and groups of them: ranks, Lehmer digits, orders, membership, orbits, blocks.',
  'spaces/board':
    'Boards and patterns of their tiles: positions, moves, symmetries, reachability, and the numbering of their states.',
  'spaces/permutation/colourings': 'Colourings: the states of permutation puzzles, and their numbering.',
  space: 'The definition of a space, its sources, and the checks that it keeps its promises.',
  'spaces/permutation/moves':
    'Compiled moves of permutation puzzles, and the choice of the projections that number them.',
  'spaces/permutation':
    'Permutation puzzles as spaces: generators, metrics, texts of states, and files of twsearch, KPuzzle, GAP and JSON.',
  'spaces/puzzles': 'The built-in puzzles, each a definition of a space.',
  spaces: 'Opens spaces of every kind from a source or a text, and names their files.',
  table: 'Distance tables: depth codes over a store of bytes, their files, and the walk to the goal.',
  files: 'Files on disk: written whole, sealed or locked, or past the cache; and tables written to them.',
  engines:
    'The seams: an engine gives a plan, a plan opens a run, a run yields layers; a snapshot is what checkpoints save of it.',
  'engines/boards': 'The engine of boards: blocks of bits, sweeps, and the layers over worker threads.',
  'engines/groups': 'The engine of permutation puzzles: planes of bits, block by block on worker threads.',
  'engines/patterns': 'The engine of patterns: placement by placement on worker threads.',
  'engines/general': 'The engine of every numbered space: states are claimed one by one.',
  'runs/exploration': 'The one loop from layers to an exploration, the choice of the engine, and published layers.',
  'runs/disk': 'Runs that are kept in files: saved runs with their checkpoints, and runs whose bits are in files.',
  runs: 'Explorations from beginning to end: planned, in memory, with checkpoints, on disk, resumed, in a shared folder.',
  'runs/queue': 'A queue that distributes the portions of a run to workers on several machines.',
  'search/question':
    'The question, result, limits and progress of a search, its heuristics, and the algorithms that apply.',
  'search/nodes': 'Breadth-first, bidirectional and A* searches: nodes, hashes, open nodes, positions and states.',
  'search/ida-star': 'IDA* in the kernel, on every thread, with additive pattern databases.',
  'search/coordinates':
    'Lower bounds for permutation puzzles: coordinates, their tables reduced by symmetries, views, and the choice of them.',
  search: 'The search over every space, solutions from tables, and the comparison of algorithms.',
  'search/anytime': 'Good solutions that get shorter with time, beside the exact search that bounds them.',
  study: 'Studies of a table: its layers again, census, analysis; and the report, a page in one file.',
  'study/export': 'Export of distances: the plan, the selection, the rows, and their formats.',
  verify: 'The independent check of a table or of exported distances.',
  serve: 'Served spaces, with tables or with searches: requests and their answers, samples, comparisons, drawings.',
  'serve/http': 'The interface on a port: connections, guards, bodies, logs, and the files it serves.',
  'page/states': 'States as drawings: boards, pancakes, pegs, squares, nets and cycles; the parity of positions.',
  'page/explorer': 'State of the page, its address, and its requests to the server.',
  'page/play': 'The current position: board, distance, moves, set-up, keys and solution.',
  'page/searches': 'Charts and searches on the page: the distribution, comparison and playback.',
  'page/research':
    'Heuristics against the distance, of the state shown and over all states; texts to copy, and a citation.',
  'page/lessons': 'Lessons on the controls of the page, and the view for a projector.',
  page: 'The page, in the browser, and its entry for `antipode serve`.',
  'program/terminal':
    'The terminal and the process: results, plans and progress as text, streams, signals, exit status.',
  'program/arguments': 'Options, arguments, files and tables that commands share.',
  'program/explore': 'The commands `explore`, `portion` and `worker`.',
  'program/commands': 'The other commands.',
  program: 'The command line: `main`, and the descriptions of commands.',
  'browser.ts': 'The library as far as it does without files, as pages have it.',
  'index.ts': 'The library: everything that a program can import.',
  workers: 'The entry points of the worker threads.',
  site: 'The page without a server: the app in a worker, the messages between both, and what keeps the site for later visits.',
};

/** Rooms of mathematics alone, which use neither packages nor modules of Node. */
export const PURE = /^(permutations|spaces\/(board|permutation\/(colourings|moves))|search\/nodes)$/;

/** Rooms that only Node reaches, and may use its modules. All others run in a browser too, on the side of `machine` that is for it. */
export const NODE_ALONE =
  /^(machine\/node|files|runs|runs\/(disk|queue)|study\/export|verify|serve\/http|program|program\/.*|index\.ts)$/;

const ORDER = Object.keys(ROOMS);

/** Returns the index of a room in the table; rooms can import only rooms of a smaller index. */
export function roomNumber(room: string): number {
  return ORDER.indexOf(room);
}

/** Workers of verify, and the files that they must not reach: a check shares no code with the work that it checks. */
export const INDEPENDENT = [
  {
    worker: 'workers/verify-board.ts',
    reaches: 'src/verify/board-numbering.ts',
    never:
      /^src\/(spaces\/(board\/(numbering|pattern-)|board-|pattern-|permutation|puzzles)|permutations|engines|runs|search|study)/,
    // The encodings of tables, and their bits per state.
    except: /^src\/table\/contents\.ts/,
  },
  {
    worker: 'workers/verify-states.ts',
    reaches: 'src/verify/steps.ts',
    never: /^src\/(spaces\/board\/numbering|engines|runs|search|study)/,
    // The check trusts a space's own rules.
    except: /^src\/(spaces\/(puzzles|permutation|board-|pattern-|board\/pattern)|permutations)/,
  },
  {
    worker: 'src/verify/pattern-states.ts',
    reaches: 'src/verify/pattern-states.ts',
    never:
      /^src\/(spaces\/(board\/(numbering|pattern-geometry)|permutation)|permutations|table|engines|runs|search|study)/,
    // The definition of a pattern and its names, and the encodings of tables.
    except: /^src\/(space\/|spaces\/(board-facts|board\/partition)\.ts|table\/contents\.ts)/,
  },
] as const;
