/**
 * The rooms of src, from the bottom up. Mathematics is at the bottom; threads, files and terminal are at the edges.
 */

/** Each folder of src and workers, and its purpose. A room imports only rooms that are listed before it. */
export const ROOMS: Readonly<Record<string, string>> = {
  'base/statistics': 'Statistics of distributions, branching and estimates.',
  'base/storage': 'Files written atomically, sealed files, folders and their locks.',
  'base/text': 'Numbers, excerpts, commands and suggestions as text.',
  base: "The machine's memory, text files, the error for wrong input, and the provenance of results.",
  'base/threads': 'Worker threads: pools, rounds, and the number worth starting.',
  'spaces/permutation': 'Permutations: products, powers, Lehmer digits and ranks.',
  'spaces/board': 'Boards: cells, positions, moves, symmetries and reachability.',
  'spaces/board/numbering': "The numbering of a board's states: path, digits, words, windows.",
  'spaces/pattern': "The numbering of a pattern's states: sets, regions, arrangements, and where moves lead.",
  'spaces/permutation/colourings': 'Colourings: the states of permutation puzzles, and their numbering by projections.',
  'spaces/permutation/arrangements':
    'Ranks of all arrangements of colours: the numbering of puzzles whose moves make them all, without a list.',
  'spaces/permutation/order': 'Groups of permutations: orders, membership, orbits, blocks, and pieces that turn.',
  'spaces/permutation/projections':
    'The choice of projections that number a permutation puzzle well, made without numbering it.',
  'spaces/permutation/words':
    'Compiled moves of permutation puzzles: rows of words, permutations of bits, and the choice of projections.',
  space: 'The definition of a space, its sources, and the checks that it keeps its promises.',
  'spaces/board/space': 'A board as a numbered space, and its facts.',
  'spaces/pattern/space': 'A pattern as a numbered space, and its facts.',
  'spaces/permutation/groups':
    'Permutation puzzles as spaces: their generators, metrics, and the texts of their states.',
  'spaces/permutation/files': 'Files of permutation puzzles: twsearch, KPuzzle, GAP, generators in JSON.',
  'spaces/puzzles/solids': 'Turning solids, such as cubes and tetrahedra, as permutations of points.',
  'spaces/puzzles': 'The built-in puzzles, each a definition of a space.',
  spaces: 'Opens spaces of every kind from a source or a text, and names their files.',
  'table/contents': 'The contents of a distance table: facts, histogram, encoding, bytes.',
  'table/files': 'Table files: headers, chunks with checksums, saving; and the results beside them.',
  'table/walker': "The fast path from a board's position to the goal, bit by bit.",
  table: 'The distance table: depth codes over a store of bytes, for every space.',
  engines:
    'The seams: an engine gives a plan, a plan opens a run, a run yields layers; a snapshot is what checkpoints save of it.',
  'engines/bits/layout': "The layout of a board's bits in memory: blocks, shards, compiled moves, the plan.",
  'engines/bits/kernel': 'The kernels and the shared memory that they work on.',
  'engines/bits/multi': 'Layers in the metric multi: lanes and sweeps.',
  'engines/bits/single': 'Layers in the metric single: one colour of the board reads the other.',
  'engines/bits/run': 'The layers of a board over worker threads.',
  'engines/bits/snapshot': "Checkpoints of a board's layers: saving and restoring.",
  'engines/bits': 'The engine of boards.',
  'engines/batches': 'Layers found in batches, by workers that need no coordinator between layers.',
  'engines/groups/planes': "The planes of bits of a permutation puzzle's states, and the kernel that works on them.",
  'engines/groups/layers': 'The layers of a permutation puzzle, block by block on worker threads.',
  'engines/groups': 'The engine of permutation puzzles.',
  'engines/patterns/moves': "The effect of moves of a pattern's tiles on placements and arrangements.",
  'engines/patterns/kernel': "The bitsets of a pattern's states, and the kernel that works on them.",
  'engines/patterns/layers': 'The layers of a pattern, placement by placement on worker threads.',
  'engines/patterns': 'The engine of patterns.',
  'engines/claims': 'The engine of every numbered space: states are claimed one by one.',
  'runs/exploration': 'The one loop from layers to an exploration, and its events.',
  'runs/replay': "A repetition of a table's layers or depths, for studies.",
  'runs/saved': 'Manifests of resumable runs, and their folders.',
  'runs/checkpoint': 'Runs in memory that save checkpoints.',
  'runs/disk/files': 'The files of a work folder: portions and their headers.',
  'runs/disk/lanes':
    'The division of a board on disk into portions, and of a layer into stages, one for each lane of memory.',
  'runs/disk': 'Runs with their bits in files.',
  runs: 'Explorations from beginning to end: in memory, with checkpoints, on disk, resumed.',
  'runs/portions': 'Portions of a run in a folder shared by several processes.',
  'runs/queue': 'A queue that distributes the portions of a run to workers on several machines.',
  plan: 'Estimates of the memory, disk, traffic and time of an exploration on this machine.',
  'search/heuristic': 'Heuristics of boards: estimates that never exceed the distance.',
  'search/question': 'The question, result, limits and progress of a search, and the algorithms that apply.',
  'search/nodes': 'Nodes of a search: lists, hashes, layers, open nodes.',
  'search/positions': 'Searches on positions of boards, of any size.',
  'search/ida-star': 'IDA* in the kernel, on every thread.',
  'search/patterns':
    'IDA* with additive pattern databases: their tables in shared memory, and the look-ups of the kernel.',
  'search/states': 'Searches on numbered states, and on states of large puzzles, numbered when they are generated.',
  'search/tables': 'Solutions from tables: any goal, from either end.',
  search: 'The search over every space, and the comparison of algorithms.',
  'study/census': 'The counts of a census of states.',
  'study/census/board': 'The census of a board, layer by layer in the workers.',
  'study/census/states': 'The census of numbered states, one by one.',
  'study/replay': "The seam of studies: layers, census and distances of a table's space.",
  'study/analysis': "The analysis of a table's space.",
  'study/export/formats': 'File formats: npy, CSV, Parquet, MessagePack.',
  'study/export': 'Export of distances: the plan, the selection, the rows.',
  'study/report/charts': 'Charts and drawings as SVG.',
  'study/report/sections': 'Sections of a report.',
  'study/report': 'The report: a page in one file.',
  'verify/threads': 'Blocks, memory and progress of the threads of a check.',
  'verify/file': 'Files under check: bytes, MessagePack, sections, checksums, faults.',
  'verify/referee': 'The seam of the check: the view of a table or of distances that a referee gets.',
  'verify/board': 'The referee of boards, with independent numbering, moves and replay.',
  'verify/pattern': 'The referee of patterns, with independent numbering, moves and bits.',
  'verify/states': 'The referee of numbered states, with independent replay and rules.',
  verify: 'The independent check of a table or of exported distances.',
  serve: 'Answers of the server, shared with the page, and pauses in long work.',
  'serve/comparisons': 'Compared searches in worker threads, with limits on time and memory.',
  'serve/samples': 'Random states of a depth, and antipodes, of a served table.',
  'serve/faces': 'The kind of drawing for the states of a space, and a sentence for each move.',
  'serve/patterns': 'Searches of positions with pattern databases, in worker threads started on demand.',
  'serve/spaces': 'Served spaces, with tables or with searches.',
  'serve/http': 'HTTP: routes, guards, bodies, logs.',
  'page/controls': 'Buttons, fields and icons.',
  'page/tiles': 'Tiles of a board on the page, and their slides.',
  'page/moves': 'Moves that were made or can be redone, and the moves of a solution.',
  'page/browser': 'State in the browser: the address with its history, preferences, the scroll position.',
  'page/explorer': 'State of the page, and its requests to the server.',
  'page/board': 'The board to play on and to edit.',
  'page/picture': 'A drawing of a state, large or small, named by its text.',
  'page/faces/nets': 'Cubes and tetrahedra, as nets of coloured facelets.',
  'page/faces/cycles': 'States of groups as cycles, and identical pieces on their places.',
  'page/faces': 'The states of spaces that are not boards, drawn: pancakes, pegs, squares, nets and cycles.',
  'page/spaces': 'Moves of spaces that are not boards, and lists of states to choose from.',
  'page/play': 'The current position: distance, moves, set-up, keys and solution.',
  'page/charts': 'Charts: the distribution, samples at a distance, the layers of a search.',
  'page/searches': 'Searches on the page: their names, and the request and playback of a comparison.',
  'page/searches/parity': 'The reason why a position is unsolvable.',
  'page/searches/estimates': 'Estimates of a state, compared with its distance.',
  'page/searches/watched': 'A search over the distribution, and its current node.',
  'page/searches/comparison': 'The comparison of searches: choices, results, and the watched search.',
  page: 'The page of `antipode serve`, in the browser.',
  'program/process': "The commands' interface to the process: streams, signals, exit status.",
  'program/arguments': 'Options, arguments and files that commands share.',
  'program/tables': 'The available tables: named, in the output folder, or made on demand.',
  'program/terminal': 'Results as text, and the live line.',
  'program/terminal/plans': 'Plans of explorations as text.',
  'program/terminal/progress': 'Progress as text: the work done, and the time left.',
  'program/solve': 'The command `solve`.',
  'program/explore/run': 'One exploration of the command `explore`: its options, needs, output and files.',
  'program/explore': 'The command `explore`.',
  'program/portion': 'The command `portion`: one part of an exploration in a folder shared by machines.',
  'program/worker': 'The command `worker`.',
  'program/info': 'The command `info`.',
  'program/puzzles': 'The command `puzzles`.',
  'program/study': 'The commands `analyse`, `export` and `report`.',
  'program/verify': 'The command `verify`.',
  'program/compare': 'The command `compare`.',
  program: 'The command line: `main`, and the commands `rank` and `serve`.',
  'index.ts': 'The library: everything that a program can import.',
  workers: 'The entry points of the worker threads.',
};

/** Rooms of mathematics alone, which use neither packages nor modules of Node. */
export const PURE =
  /^(base\/statistics|spaces\/.+|table\/(contents|walker)|search\/(heuristic|nodes|positions|states|tables)|verify\/(board|pattern|states))$/;

const ORDER = Object.keys(ROOMS);

/** Returns the index of a room in the table; rooms can import only rooms of a smaller index. */
export function roomNumber(room: string): number {
  return ORDER.indexOf(room);
}

/** Workers of verify, and the files that they must not reach: a check shares no code with the work that it checks. */
export const INDEPENDENT = [
  {
    worker: 'workers/verify-board.ts',
    reaches: 'src/verify/board/replay-steps.ts',
    never: /^src\/(spaces\/board\/(numbering|space)|spaces\/(permutation|puzzles)|engines|runs|search|study)\//,
    except: undefined,
  },
  {
    worker: 'workers/verify-states.ts',
    reaches: 'src/verify/states/replay-steps.ts',
    never: /^src\/(spaces\/board\/numbering|engines|runs|search|study)\//,
    // The check trusts a space's own rules.
    except: /^src\/spaces\/(puzzles|permutation|pattern|board\/space)\//,
  },
  {
    worker: 'src/verify/pattern/plain-space.ts',
    reaches: 'src/verify/pattern/placements.ts',
    never: /^src\/(spaces\/(pattern\/[a-z-]+\.ts|permutation|board\/numbering)|table|engines|runs|search|study)/,
    // The definition of a pattern, and its names.
    except: /^src\/(space|spaces\/board\/space)\/|^src\/spaces\/pattern\/(pattern|space\/pattern-facts)\.ts/,
  },
] as const;
