/** `antipode info`: describes a table, the folder of an unfinished exploration, or a space, without enumerating it. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHECKSUM_BYTES } from '../../base/bytes.js';
import { statisticsOf, total } from '../../base/statistics.js';
import { bytesText, countOf, countText, grouped, InputError, secondsText, shareText } from '../../base/text.js';
import { hasManifest, isBegun, ownFiles, ownManifests, readSavedRun } from '../../runs/disk/saved-run.js';
import { hasCoordinates } from '../../search/algorithms.js';
import {
  coordinatesPath,
  openCoordinates,
  type SavedPuzzle,
  savedPuzzle,
} from '../../search/coordinates/coordinate-file.js';
import { basicName, type Space, type SpaceSource } from '../../space/space.js';
import { formatPosition } from '../../spaces/board/position.js';
import { reachOf } from '../../spaces/board/reachability.js';
import { openSpace, puzzleOfSource } from '../../spaces/open-space.js';
import { describePuzzle, type PuzzleDescription } from '../../spaces/permutation/group-space.js';
import { puzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import { type PuzzleSymmetries, symmetriesOf } from '../../spaces/permutation/puzzle-symmetries.js';
import { isPath, isSpaceText } from '../../spaces/source-of-text.js';
import { isTableFile } from '../../table/container.js';
import { BITS, notReachedIn, tableBytes } from '../../table/contents.js';
import { isBoardTable, readHeader } from '../../table/header.js';
import { ChunkedFile } from '../../table/store.js';
import { exploredGoals } from '../../table/table-file.js';
import type { Arguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { readSpaceSource } from '../arguments/space-argument.js';
import { resumeText, unsavedText } from '../explore/saved-run.js';
import { puzzleFacts } from '../terminal/group-text.js';
import { columnsOf, type FactLine, factsText } from '../terminal/layout.js';
import type { Io } from '../terminal/process.js';

/**
 * Prints the description of the table, folder or space that a text names.
 * @throws InputError, SpaceError, StorageError, TableError if it is damaged, or cannot be described
 */
export async function infoCommand(text: string, { metric, json }: Arguments<'info'>, io: Io): Promise<void> {
  // A built-in space has precedence over a folder of the same name that holds no run.
  const isBuiltIn = !isPath(text) && (await isSpaceText(text));
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const description =
    isFolder && (!isBuiltIn || hasManifest(text))
      ? await folderDescription(text)
      : !isBuiltIn && (text.endsWith('.table') || isTableFile(text))
        ? await tableDescription(text)
        : await spaceDescription(await readSpaceSource(text, { metric }));
  const { result, title, lines } = description;
  io.stdout.write(`${json ? JSON.stringify(result) : factsText(title, lines, columnsOf(io.stdout))}\n`);
}

/** The object that --json prints, and the text. */
type Description = { readonly result: object; readonly title: string; readonly lines: readonly FactLine[] };

/** Maximum number of starts in the text. */
const MOST_STARTS = 3;

/**
 * Describes a table by its header. Its space is not opened, so a module's code is not run.
 * @throws TableError if the file cannot be read, or is not a table
 */
export async function tableDescription(path: string): Promise<Description> {
  const file = new ChunkedFile(path, readHeader);
  file.close();
  const { fields, header } = file.checked;
  const { facts, histogram, encoding } = header;
  const { source, metric } = facts;
  const explored = await exploredGoals(path, header);
  const { startTexts } = facts;
  const goals = explored.map(({ goal }) => goal);
  const states = total(histogram);
  const checksums = fields.sections.reduce((sum, section) => sum + section.checksums.bytes / CHECKSUM_BYTES, 0);
  const result = {
    kind: 'table',
    path,
    space: facts.name,
    metric,
    starts: startTexts,
    ...(isBoardTable(header) && { exploredGoals: goals }),
    states,
    notReached: notReachedIn(header),
    maxDepth: histogram.length - 1,
    histogram,
    encoding,
    bitsPerState: BITS[encoding],
    bytes: fields.fileBytes,
    checksums,
    source,
  };
  const isBoard = source.kind === 'board' || source.kind === 'pattern';
  const from = goals.length > 0 ? goals : startTexts;
  const more = from.length - MOST_STARTS;
  const shown = from.slice(0, MOST_STARTS).join(', ');
  const left = result.notReached === 0 ? '' : `; ${grouped(result.notReached)} more are not reached`;
  const lines: FactLine[] = [
    ['space', facts.name],
    source.kind === 'module' && ['module', source.path],
    ['metric', metric ?? 'the only one of the space'],
    [isBoard ? 'goal' : 'start', more > 0 ? `${shown} and ${grouped(more)} more` : shown],
    ['states', `${grouped(states)}${left}`],
    ['maximum depth', `${result.maxDepth}, with ${countOf(histogram[result.maxDepth], 'antipode')}`],
    ['encoding', `${encoding}: ${BITS[encoding]} ${BITS[encoding] === 1 ? 'bit' : 'bits'} per state`],
    ['size', bytesText(fields.fileBytes)],
    [
      'checksums',
      `CRC-32 of the header, which is intact, and of ${countOf(checksums, 'chunk')} of ${grouped(fields.chunkBytes)} bytes; antipode verify checks all of them`,
    ],
  ];
  return { result, title: path, lines };
}

/**
 * Describes the folder of an unfinished exploration by its manifest. The folder is not changed, and can be in use.
 * @throws InputError if the folder holds no exploration; StorageError if its manifest is damaged
 */
async function folderDescription(folder: string): Promise<Description> {
  const run = await readSavedRun(folder);
  if (run === undefined) {
    const nothing = `there is no unfinished exploration in '${folder}': give the folder of --checkpoint or --work`;
    throw new InputError((await isBegun(folder)) ? unsavedText(folder) : nothing);
  }
  const { store, facts, table, antipodes, output, histogram, seconds } = run;
  const states = total(histogram);
  const bytes = await bytesIn(folder);
  const resume = resumeText({ folder });
  const result = {
    kind: store === 'memory' ? 'checkpoint' : 'work folder',
    path: resolve(folder),
    space: facts.name,
    metric: facts.metric,
    size: facts.size,
    depth: histogram.length - 1,
    states,
    histogram,
    seconds,
    table,
    antipodes,
    output,
    bytes,
    resume,
  };
  const lines: FactLine[] = [
    ['space', facts.name],
    ['metric', facts.metric ?? 'the only one of the space'],
    ['complete', `up to depth ${result.depth}, after ${secondsText(seconds)}`],
    ['states so far', `${grouped(states)} of up to ${grouped(facts.size)}, ${shareText(states / facts.size)}`],
    ['table', table ? 'is made' : 'is not made'],
    ['results', output === null ? 'in the --output folder' : `in ${output}`],
    ['size', bytesText(bytes)],
    ['resume', resume],
    store === 'disk' && ['', 'or, if it began with --queue or antipode portion, repeat the command that began it'],
  ];
  const title = store === 'memory' ? `${folder}: a checkpoint` : `${folder}: the work folder of a run on disk`;
  return { result, title, lines };
}

async function bytesIn(folder: string): Promise<number> {
  const names = [...(await ownFiles(folder)), ...ownManifests(folder)];
  // A run in progress can replace files meanwhile.
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return total(sizes);
}

/**
 * Describes a space without enumerating it; a permutation puzzle is described by its group.
 * @throws InputError, SpaceError if the space cannot be opened
 */
export async function spaceDescription(source: SpaceSource): Promise<Description> {
  const definition = await puzzleOfSource(source);
  if (definition === null) return descriptionOf(await openSpace(source));
  const description = describePuzzle(definition);
  const symmetries = symmetriesOf(definition);
  const lines = puzzleFacts(description, symmetries);
  const result = puzzleResult(description, symmetries);
  const { name, moves, group, states } = description;
  const large = { source, moves, reversible: group.closedUnderInverses, states: Number(states.states) };
  if (!hasCoordinates(large)) return { result, title: name, lines };
  const fullName = basicName({ source, name, metric: description.metric });
  const path = coordinatesPath(DEFAULT_FOLDER, { source, fullName });
  const coordinates = existsSync(path) ? savedTables(path, savedPuzzle(fullName, puzzlePoints(definition))) : null;
  return { result: { ...result, coordinates }, title: name, lines: [...lines, ...savedFacts(coordinates)] };
}

/** Returns what a file with tables of coordinates has. @throws TableError if its header is damaged */
function savedTables(path: string, puzzle: SavedPuzzle) {
  const file = openCoordinates(path, puzzle);
  file.close();
  const tables = file.checked.header.tables.map(({ coordinates, histogram, views, bytes }) => {
    const { states, maxDepth, mean } = statisticsOf(histogram);
    return { projection: coordinates.join(' * '), views, bytes, states, maxDepth, mean, histogram };
  });
  return { path, bytes: file.checked.fields.fileBytes, tables };
}

function savedFacts(saved: ReturnType<typeof savedTables> | null): FactLine[] {
  if (saved === null) return [['tables', 'solve --algorithm idastar chooses some in 10 to 20 s; --save keeps them']];
  const texts = saved.tables.map(({ projection, views, bytes, states, mean }) => {
    const size = `${countOf(states, 'state')}, ${bytesText(bytes)}`;
    return ['', `${projection}: ${size}, mean ${mean.toFixed(2)}, ${countOf(views, 'view')}`] as const;
  });
  return [['tables', `${saved.path}, ${bytesText(saved.bytes)}`], ...texts];
}

/** Returns the object that --json prints. Points count from 1, and numbers that can exceed 2^53 are texts. */
function puzzleResult(description: PuzzleDescription, { order, exchanged, reflections }: PuzzleSymmetries) {
  const { name, metric, moves, sets, group, states, solved } = description;
  return {
    space: name,
    metric,
    points: group.points,
    movedPoints: group.moved,
    sets,
    moves,
    closedUnderInverses: group.closedUnderInverses,
    even: group.even,
    order: String(group.order),
    orbits: group.orbits.map(({ points }) => points.map((point) => point + 1)),
    primitive: group.orbits.map(({ minimalBlockSystems }) => minimalBlockSystems.length === 0),
    transitivity: group.transitivity,
    symmetries: { order: String(order), exchanged, reflections },
    base: group.base.map((point) => point + 1),
    states: String(states.states),
    statesAreExact: states.exact,
    solved,
  };
}

function descriptionOf(space: Awaited<ReturnType<typeof openSpace>>): Description {
  const { fullName, metric, moves, reversible } = space;
  const starts =
    space.board === null
      ? (space as Space & { starts: readonly unknown[] }).starts.map((state) => (space as Space).format(state))
      : [formatPosition(space.board.goal)];
  const heuristics = 'heuristics' in space ? Object.keys(space.heuristics ?? {}) : [];
  const states = space.board === null ? space.states : reachOf(space.board.board).states;
  const bytes = space.states === null ? null : tableBytes(space.states, encodingOf(space));
  const [undoing, least] = reversible
    ? ['every move can be undone by a move', '']
    : ['some moves cannot be undone: distances are those from the start', 'at least '];
  const enumeration =
    bytes === null
      ? 'not possible: there are too many states to number; antipode solve finds single solutions by search'
      : `a table takes ${least}${bytesText(bytes)}`;
  const result = { space: fullName, metric, moves, reversible, starts, heuristics, states, tableBytes: bytes };
  const lines: FactLine[] = [
    ['metric', metric ?? 'the only one of the space'],
    ['moves', `${grouped(moves.length)}: ${moves.join(' ')}`],
    ['', undoing],
    [space.board === null ? 'start' : 'goal', starts.join(', ')],
    heuristics.length > 0 && ['heuristics', heuristics.join(', ')],
    ['states', statesText(states, space)],
    ['enumeration', enumeration],
  ];
  return { result, title: fullName, lines };
}

function statesText(states: number | null, { board }: Pick<Space, 'board'>): string {
  if (states === null) return 'too many to number';
  const text = Number.isSafeInteger(states) ? grouped(states) : countText(states);
  return board === null ? `${text}, reachable or not` : text;
}

/** Returns the encoding of the table. An encoding of whole depths is the one for depths below 255. */
function encodingOf({ board, pattern, metric, reversible }: Space) {
  if (pattern !== null || (board !== null && metric === 'single')) return 'mod4';
  return reversible ? 'mod3' : 'depth8';
}
