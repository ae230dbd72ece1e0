/**
 * `antipode explore --plan`: the memory, disk space and time that a space, or the patterns of a partition, would take on this machine, or on
 * several. Nothing is enumerated.
 */

import { statSync } from 'node:fs';
import { freeMemory } from '#machine/machine.js';
import { abbreviated, bytesText, countOf, grouped, roughTime } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import { StorageError } from '../../files/files.js';
import { planRun } from '../../runs/exploration/exploration.js';
import { PUBLISHED_BY } from '../../runs/exploration/published-layers.js';
import {
  boardOnDisk,
  type ClusterPlan,
  type DiskStorePlan,
  type ExplorationPlan,
  inTurn,
  type NetworkSpeed,
  type PlannedFolder,
  planExploration,
  type Room,
  type StorePlan,
} from '../../runs/exploration-plan.js';
import { type FolderSpeed, measureChecksums, measureFolder } from '../../runs/measured-speeds.js';
import type { DiskPlan } from '../../runs/requirements.js';
import { formatPosition } from '../../spaces/board/position.js';
import {
  flagOf,
  memoryBytes,
  readFolder,
  readMemory,
  readName,
  refuse,
  wholeNumber,
} from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER, freeBytes, placeOf } from '../arguments/resources.js';
import { boardTitle } from '../terminal/distribution-text.js';
import { columnsOf, columnsText, type FactLine, factsText, WIDTH } from '../terminal/layout.js';
import type { Io } from '../terminal/process.js';
import { type ExploreRequest, type PartitionRequest, readPartitionRequest, readRequest, STORES } from './request.js';
import { bytesOnDisk } from './run.js';

/**
 * Prints the plan, as text or as JSON, which docs/reference/result.md describes.
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong; as EnginePlan.estimate
 */
export async function planCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const circumstances = circumstancesOf(options);
  const width = columnsOf(io.stdout);
  const print = (result: object, printed: () => string) =>
    io.stdout.write(`${options.json ? JSON.stringify(result) : printed()}\n`);
  if (options.partition === undefined) {
    // Both stores are planned, so options of either are allowed.
    const { store, work, memory, checkpoint, checkpointEvery: _, ...request } = options;
    const { names, ...planned } = await planFor(await readRequest(text, request), circumstances, io);
    print({ ...names, ...planned.plan }, () => planText(planned, width));
    return;
  }
  const request = await readPartitionRequest(text, options.partition, options);
  const inMemory: PlanCircumstances = { ...circumstances, stores: ['memory'] };
  const planned: Planned[] = [];
  for (const each of request.explorations) planned.push(await planFor(each, inMemory, io));
  const memory = inTurn(planned.flatMap(({ plan }) => plan.memory ?? []));
  const patterns = planned.map(({ names, plan }) => ({ ...names, ...plan }));
  const result = { partition: request.partition.name, goal: formatPosition(request.goal), patterns, memory };
  print(result, () => partitionPlanText(request, planned, memory, width));
}

/** Conditions of a plan, other than the space. */
type PlanCircumstances = ReturnType<typeof circumstancesOf>;

const MOST_WORKERS = 100_000;

/**
 * Returns the circumstances of a plan: the stores, or the workers to plan for instead of them, each like this machine, and the disks. The
 * speed of the workers' folder, for all of them together, is undefined if it is to be measured.
 * @throws InputError if an option is wrong, or only applies to an exploration
 */
function circumstancesOf(options: ExploreArguments) {
  const { store, work, memory, checkpoint, partition, workers, network, output = DEFAULT_FOLDER } = options;
  const searching = (['allGoals', 'resume', 'antipodes', 'log', 'queue'] as const).find(
    (name) => options[name] !== undefined,
  );
  const flag = flagOf(searching ?? '');
  refuse({
    [`--plan explores nothing, so it does not use ${flag}: leave out ${flag}, or --plan`]: searching !== undefined,
    '--network is the speed of the folder that workers share: add --workers <n>, or leave it out':
      network !== undefined && workers === undefined,
  });
  const isShared = workers !== undefined;
  const count = isShared ? wholeNumber('--workers', workers, 1, MOST_WORKERS) : 0;
  refuse({
    '--partition is for patterns, which are explored in memory: leave out --partition, or --workers':
      isShared && partition !== undefined,
    '--store is for one machine, and workers share the folder of --work: leave out --store, or --workers':
      isShared && store !== undefined,
    '--checkpoint is for bitsets in memory, and workers save every layer: leave out --checkpoint, or --workers':
      isShared && checkpoint !== undefined,
  });
  const bytes = network === undefined ? undefined : memoryBytes('--network', network);
  const speed = bytes === undefined ? bytes : { bytesReadPerSecond: bytes, bytesWrittenPerSecond: bytes };
  const stores = store === undefined ? STORES : [readName('--store', store, STORES)];
  return {
    stores: isShared ? [] : stores,
    workers: isShared ? { count, network: speed } : undefined,
    freeMemory: freeMemory(),
    memoryLimit: readMemory(memory),
    output: diskOf(output),
    work: diskOf(work === undefined ? output : readFolder('--work', work)),
    checkpoints: checkpoint === undefined ? undefined : diskOf(readFolder('--checkpoint', checkpoint)),
  };
}

type Planned = Awaited<ReturnType<typeof planFor>>;

/** What the text of a plan shows. */
export type PlanText = Omit<Planned, 'names'>;

/**
 * Plans an exploration, from measurements of some seconds.
 * @returns the plan, the title and the starts of its text, and the fields that name the space in its JSON
 * @throws as planRun and EnginePlan.estimate
 */
async function planFor({ source, request, only }: ExploreRequest, circumstances: PlanCircumstances, io: Io) {
  const { stores, workers, work } = circumstances;
  const run = await planRun(source, request, only);
  try {
    const isPattern = run.facts.source.kind === 'pattern';
    const isWrong = workers !== undefined && boardOnDisk(run) === undefined;
    refuse({
      '--workers is for whole boards, and a pattern is explored in memory: leave it out': isWrong && isPattern,
      '--workers is for boards and maps with the fast method and --metric single: in other spaces moves lead anywhere, so every portion would read all files; leave it out':
        isWrong,
    });
    io.stderr.write(`${run.label}: measuring the machine for some seconds\n`);
    const inFiles = workers !== undefined || (stores.includes('disk') && boardOnDisk(run) !== undefined);
    const folder = placeOf(work.path);
    const files = inFiles ? await speedOf(folder) : null;
    const estimate = await run.estimate();
    const { starts: texts, speed } = estimate;
    // The blocks of a board can be in files, which have checksums.
    const processors =
      'statesPerSecond' in speed ? speed : { ...speed, bytesCheckedPerSecond: measureChecksums(run.threads) };
    const measured = { folder, files, processors };
    const tableBytes = Math.ceil(bytesOnDisk(run));
    const plan = planExploration({ run, estimate, measured, tableBytes, ...circumstances });
    const { metric, name } = run.facts;
    if (!(run instanceof BoardEnginePlan)) {
      const starts = { name: 'start', texts } as const;
      return { title: name, starts, plan, names: { space: name, starts: texts, metric, method: run.engine } };
    }
    const title = boardTitle(run.search.geometry.board, run.metric);
    const starts = { name: 'goal', texts } as const;
    return { title, starts, plan, names: { board: run.label, goal: texts[0], metric } };
  } finally {
    await run.close();
  }
}

function diskOf(path: string): PlannedFolder {
  return { path, freeBytes: freeBytes(path), device: statSync(placeOf(path)).dev };
}

/** Measures a folder. @returns its speed, or the reason if it cannot be measured */
async function speedOf(folder: string): Promise<FolderSpeed | string> {
  try {
    return (await measureFolder(folder)) ?? `the disk of ${folder} is too full to be measured`;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.message;
  }
}

/* The text of a plan. */

/** Returns a plan of one exploration as text. @param width characters of a line, except for long names */
export function planText({ title, starts, plan }: PlanText, width = WIDTH): string {
  const { memory, disk, notOnDisk, cluster, checkpointBytes, tableBytes } = plan;
  const { name, texts } = starts;
  const [first] = texts;
  const start: FactLine =
    texts.length === 1 ? [name, first] : [`${name}s`, `${grouped(texts.length)}, the first ${first}`];
  const facts = [start, ...spaceFacts(plan), ...measuredFacts(plan)];
  const sections = [factsText(`${title}: a plan, nothing is enumerated`, facts, width)];
  if (memory) sections.push(memoryText(memory, checkpointBytes, width));
  if (disk) sections.push(factsText(`On disk: ${fitText(disk)}`, diskFacts(disk, tableBytes), width));
  if (notOnDisk) sections.push(factsText('On disk: not possible', [['reason', notOnDisk]], width));
  if (cluster) {
    const by = `By ${countOf(cluster.workers, 'worker')} of ${countOf(cluster.threads, 'thread')}`;
    sections.push(factsText(`${by}: ${fitText(cluster)}`, clusterFacts(cluster, tableBytes), width));
  }
  return sections.join('\n\n');
}

/** Returns a plan of the explorations of a partition's patterns: a line for each, whose speed was measured with all threads. */
function partitionPlanText(
  { name, goal, partition }: PartitionRequest,
  patterns: readonly PlanText[],
  memory: StorePlan,
  width = WIDTH,
): string {
  const states = patterns.reduce((sum, { plan }) => sum + plan.states, 0);
  const facts: FactLine[] = [
    ['goal', formatPosition(goal)],
    ['states', `${grouped(states)}, in ${countOf(patterns.length, 'pattern')}, explored in turn`],
    ['maximum depth', 'not known in advance'],
  ];
  const rows = patterns.map(({ plan: { states, tableBytes, measured, memory } }, index) => {
    const { processors } = measured;
    // Patterns are planned in memory.
    const { rooms, seconds } = memory as StorePlan;
    return [
      partition.patterns[index].join(' '),
      grouped(states),
      bytesText(rooms[0].neededBytes),
      tableBytes === 0 ? 'none' : bytesText(tableBytes),
      'statesPerSecond' in processors ? abbreviated(processors.statesPerSecond) : '',
      seconds === null ? 'unknown' : seconds < 0.95 ? '< 1 s' : roughTime(seconds),
    ];
  });
  return [
    factsText(`${name}: a plan, nothing is enumerated`, facts, width),
    columnsText(['tiles', 'states', 'memory', 'table', 'states/s', 'time'], rows, width),
    memoryText(memory, undefined, width),
  ].join('\n\n');
}

function spaceFacts({ states, notReached, maxDepth, fullLayers }: ExplorationPlan): FactLine[] {
  return [
    ['states', grouped(states)],
    notReached !== 0 && ['reached', notReached === null ? 'not known in advance' : grouped(states - notReached)],
    ['maximum depth', maxDepth === null ? 'not known in advance' : `${maxDepth} (${PUBLISHED_BY})`],
    maxDepth !== null &&
      fullLayers !== null && ['layers', `${maxDepth}, as much work as at most ${significant(fullLayers)} full layers`],
  ];
}

function measuredFacts({ threads, measured: { folder, files, processors } }: ExplorationPlan): FactLine[] {
  const isFolder = typeof files === 'object' && files !== null;
  const by = threads === 1 ? 'one thread' : `${threads} threads`;
  const moved =
    'statesPerSecond' in processors
      ? `${abbreviated(processors.statesPerSecond)} states/s expanded by ${by}`
      : `${speedText(processors.bytesMovedPerSecond)} of blocks moved by ${by}`;
  return [
    typeof files === 'string' && ['not measured', files],
    isFolder && ['measured', `${speedsText(files)}, ${files.direct ? 'past' : 'through'} the cache`],
    isFolder && ['', `in ${folder}`],
    [isFolder ? '' : 'measured', moved],
  ];
}

function fitText({ fits }: Pick<StorePlan, 'fits'>): string {
  return fits ? 'possible here' : 'not possible here';
}

/** Returns the needs of an exploration in memory. */
function memoryText(memory: StorePlan, checkpointBytes: number | undefined, width: number): string {
  const { rooms, layerSeconds, seconds } = memory;
  const rough = seconds === null ? '' : roughTime(seconds);
  const time =
    layerSeconds !== null
      ? timeText(seconds, layerSeconds)
      : seconds === null
        ? 'not estimated in the metric multi'
        : `${rough.startsWith('less') ? rough : `about ${rough}`} if all states are reached, at this speed`;
  const facts: FactLine[] = [
    ...rooms.map(roomFact),
    checkpointBytes !== undefined && ['checkpoints', `two at a time, of at most ${bytesText(checkpointBytes)} each`],
    layerSeconds !== null && ['a full layer', `${roughTime(layerSeconds)} to move blocks`],
    ['time', time],
  ];
  return factsText(`In memory: ${fitText(memory)}`, facts, width);
}

function diskFacts(store: DiskStorePlan, tableBytes: number): FactLine[] {
  const { rooms, work, seconds, fileSeconds, processorSeconds, layerSeconds } = store;
  const [memory, ...disks] = rooms;
  const stages = work.stages === 1 ? 'in one stage' : `in ${grouped(work.stages)} stages`;
  const processors = roughTime(processorSeconds);
  const isKnown = fileSeconds !== null && layerSeconds !== null;
  return [
    roomFact(memory),
    ...filesFacts(store, disks, tableBytes),
    ['a full layer', `${trafficText(work.layer)}, ${stages}`],
    work.layer.bytesRead > 0 && ['', `nearly all of it in runs of ${bytesText(work.smallestRunBytes)} or more`],
    !isKnown && ['', `processors take ${processors}`],
    isKnown && ['', `files take ${roughTime(fileSeconds)}, processors ${processors} at the same time`],
    isKnown && ['', `in total ${roughTime(layerSeconds)}`],
    ['time', timeText(seconds, layerSeconds)],
  ];
}

/** What limits the speed of workers. */
const LIMITS = { network: 'the shared folder', files: 'the files of each worker', processors: 'the processors' };

function clusterFacts(cluster: ClusterPlan, tableBytes: number): FactLine[] {
  const { workerBytes, coordinatorBytes, rooms, network, layer, limit, usefulWorkers } = cluster;
  const { bytesRead, bytesWritten, tableSeconds, seconds } = cluster;
  const { processorSeconds, fileSeconds, networkSeconds, betweenSeconds, seconds: layerSeconds } = layer;
  const files = fileSeconds === null ? '' : `files ${roughTime(fileSeconds)}, `;
  const isKnown = networkSeconds !== null && betweenSeconds !== null && layerSeconds !== null;
  return [
    ['memory', `${bytesText(workerBytes)} of each worker, ${bytesText(coordinatorBytes)} of the coordinator`],
    ...filesFacts(cluster, rooms, tableBytes),
    network !== null && ['shared folder', `${speedsText(network)}, for all workers together`],
    ['a full layer', trafficText(layer)],
    ['', `per worker: ${files}processors ${roughTime(processorSeconds)}`],
    isKnown && ['', `in common: shared folder ${roughTime(networkSeconds)}`],
    isKnown && ['', `between layers ${roughTime(betweenSeconds)}; in total ${roughTime(layerSeconds)}`],
    bytesRead !== null && bytesWritten !== null && ['traffic', `${trafficText({ bytesRead, bytesWritten })} in total`],
    limit !== null &&
      usefulWorkers !== null && ['limit', `${LIMITS[limit]}; useful up to ${countOf(usefulWorkers, 'worker')}`],
    tableBytes > 0 &&
      tableSeconds !== null && ['the table', `assembled by the coordinator in ${roughTime(tableSeconds)}`],
    ['time', timeText(seconds, layerSeconds)],
  ];
}

/** Returns what a run on disk needs: too little memory, the disks, and the files. */
function filesFacts(
  { tooLittleMemory, work }: Pick<DiskStorePlan, 'tooLittleMemory' | 'work'>,
  disks: readonly Room[],
  tableBytes: number,
): FactLine[] {
  const table = tableBytes === 0 ? 'no table' : `and ${bytesText(tableBytes)} for the table at the end`;
  return [
    tooLittleMemory !== null && ['', tooLittleMemory],
    ...disks.map(roomFact),
    ['work files', `${bytesText(work.diskBytes)}, ${table}`],
  ];
}

function roomFact({ folder, neededBytes, freeBytes }: Room): FactLine {
  const missing = neededBytes <= freeBytes ? '' : `: ${bytesText(neededBytes - freeBytes)} missing`;
  const where = folder === null ? '' : ` in ${folder}`;
  const room = `${bytesText(neededBytes)}, and ${bytesText(freeBytes)} are free${where}${missing}`;
  return [folder === null ? 'memory' : 'disk', room];
}

/** @param layerSeconds time of a full layer; null if the speed of the disk is unknown */
function timeText(seconds: number | null, layerSeconds: number | null): string {
  if (layerSeconds === null) return 'unknown: the disk could not be measured';
  if (seconds === null) return 'unknown, because the number of layers is unknown';
  const text = roughTime(seconds);
  return text.startsWith('less') ? text : `at most ${text}, at these speeds`;
}

function trafficText({ bytesRead, bytesWritten }: DiskPlan['layer']): string {
  return `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written`;
}

function speedsText({ bytesReadPerSecond, bytesWrittenPerSecond }: NetworkSpeed): string {
  return `${speedText(bytesReadPerSecond)} read, ${speedText(bytesWrittenPerSecond)} written`;
}

function speedText(bytesPerSecond: number): string {
  return `${abbreviated(bytesPerSecond)}B/s`;
}

/** Returns a number with two digits: 62, 9.5. */
function significant(value: number): string {
  return grouped(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
