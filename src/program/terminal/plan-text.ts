/**
 * Plans as text up to the width of the terminal, except for long names: of one exploration, of the patterns of a partition in turn, and of
 * workers that share a folder.
 */

import { abbreviated, bytesText, countOf, grouped, roughTime } from '../../base/text.js';
import type { ClusterPlan } from '../../runs/cluster-plan.js';
import type { DiskStorePlan, ExplorationPlan, Room, StorePlan } from '../../runs/exploration-plan.js';
import type { FolderSpeed, ProcessorSpeed } from '../../runs/measured-speeds.js';
import { fullLayers, PUBLISHED_BY } from '../../runs/published-layers.js';
import { columnsText, factsText, WIDTH } from './layout.js';

/** Measurements that the times of a plan are estimated from. */
export interface Measured {
  readonly threads: number;
  /** Measured folder. */
  readonly folder: string;
  /** Speed of the folder, or the reason why it could not be measured; null if it was not requested. */
  readonly files: FolderSpeed | string | null;
  /** Speed of the processors: bytes per second for boards, states per second for other spaces. */
  readonly processors: ProcessorSpeed | { readonly statesPerSecond: number };
}

export interface PlanText {
  /** The space in words, with a board's metric if that is not the default. */
  readonly title: string;
  /** The states that distances are counted from, as texts, and the noun for one of them. */
  readonly starts: { readonly name: 'goal' | 'start'; readonly texts: readonly string[] };
  readonly plan: ExplorationPlan;
  /** Bytes of the table as a file. */
  readonly tableBytes: number;
  readonly measured: Measured;
  /** Stores that the plan lists. */
  readonly stores: readonly ('memory' | 'disk')[];
  /** Plan of workers that share a folder; null if it was not requested. */
  readonly cluster: ClusterPlan | null;
}

export function planText(
  { title, starts, plan, tableBytes, measured, stores, cluster }: PlanText,
  width = WIDTH,
): string {
  const facts = [...startFacts(starts), ...spaceFacts(plan, measured)];
  const sections = [factsText(`${title}: a plan, nothing is enumerated`, facts, width)];
  if (stores.includes('memory')) {
    sections.push(memoryText(plan, width));
  }
  if (stores.includes('disk')) {
    const { disk, notOnDisk } = plan;
    if (disk !== null) sections.push(factsText(`On disk: ${fitText(disk)}`, diskFacts(disk, tableBytes), width));
    else if (notOnDisk !== null) sections.push(factsText('On disk: not possible', [['reason', notOnDisk]], width));
  }
  if (cluster !== null) sections.push(clusterPlanText(cluster, tableBytes, width));
  return sections.join('\n\n');
}

/** Returns the needs of an exploration in memory. */
function memoryText(plan: Pick<ExplorationPlan, 'memory' | 'checkpointBytes'>, width = WIDTH): string {
  return factsText(`In memory: ${fitText(plan.memory)}`, memoryFacts(plan), width);
}

function startFacts({ name, texts }: PlanText['starts']): PlanFacts {
  const [first] = texts;
  return texts.length === 1 ? [[name, first]] : [[`${name}s`, `${grouped(texts.length)}, the first ${first}`]];
}

function spaceFacts({ states, reached, histogram, shares }: ExplorationPlan, measured: Measured): PlanFacts {
  const facts: PlanFacts = [['states', grouped(states)]];
  if (reached === null) facts.push(['reached', 'not known in advance']);
  else if (reached < states) facts.push(['reached', grouped(reached)]);
  if (histogram === null || shares === null) {
    facts.push(['maximum depth', 'not known in advance']);
  } else {
    facts.push(['maximum depth', `${histogram.length - 1} (${PUBLISHED_BY})`]);
    facts.push([
      'layers',
      `${histogram.length - 1}, as much work as at most ${significant(fullLayers(shares))} full layers`,
    ]);
  }
  return [...facts, ...measuredFacts(measured)];
}

function measuredFacts({ threads, folder, files, processors }: Measured): PlanFacts {
  const facts: PlanFacts = [];
  if (typeof files === 'string') facts.push(['not measured', files]);
  else if (files !== null) {
    const cache = files.direct ? 'past the cache' : 'through the cache';
    const read = `${speedText(files.bytesReadPerSecond)} read`;
    facts.push(['measured', `${read}, ${speedText(files.bytesWrittenPerSecond)} written, ${cache}`]);
    facts.push(['', `in ${folder}`]);
  }
  const by = threads === 1 ? 'one thread' : `${threads} threads`;
  const moved =
    'statesPerSecond' in processors
      ? `${abbreviated(processors.statesPerSecond)} states/s expanded by ${by}`
      : `${speedText(processors.bytesMovedPerSecond)} of blocks moved by ${by}`;
  facts.push([typeof files === 'object' && files !== null ? '' : 'measured', moved]);
  return facts;
}

function fitText({ fits }: StorePlan): string {
  return fits ? 'possible here' : 'not possible here';
}

function memoryFacts({
  memory: { rooms, layerSeconds, seconds },
  checkpointBytes,
}: Pick<ExplorationPlan, 'memory' | 'checkpointBytes'>): PlanFacts {
  const facts = rooms.flatMap(roomFacts);
  if (checkpointBytes !== null) {
    facts.push(['checkpoints', `two at a time, of at most ${bytesText(checkpointBytes)} each`]);
  }
  if (layerSeconds === null && seconds !== null) {
    const time = roughTime(seconds);
    return [
      ...facts,
      ['time', `${time.startsWith('less') ? time : `about ${time}`} if all states are reached, at this speed`],
    ];
  }
  if (layerSeconds === null) return [...facts, ['time', 'not estimated in the metric multi']];
  return [
    ...facts,
    ['a full layer', `${roughTime(layerSeconds)} to move blocks`],
    ['time', timeText(seconds, layerSeconds)],
  ];
}

function diskFacts(store: DiskStorePlan, tableBytes: number): PlanFacts {
  const { rooms, plan, tooLittleMemory, seconds } = store;
  const [memory, ...disks] = rooms;
  const table = tableBytes === 0 ? 'no table' : `and ${bytesText(tableBytes)} for the table at the end`;
  return [
    ...roomFacts(memory),
    ...(tooLittleMemory === null ? [] : [['', tooLittleMemory] as [string, string]]),
    ...disks.flatMap(roomFacts),
    ['work files', `${bytesText(plan.diskBytes)}, ${table}`],
    ...diskLayerFacts(store),
    ['time', timeText(seconds, store.layerSeconds)],
  ];
}

function diskLayerFacts({ plan, fileSeconds, processorSeconds, layerSeconds }: DiskStorePlan): PlanFacts {
  const { bytesRead, bytesWritten } = plan.layer;
  const stages = plan.stages === 1 ? 'in one stage' : `in ${grouped(plan.stages)} stages`;
  const facts: PlanFacts = [
    ['a full layer', `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written, ${stages}`],
  ];
  if (bytesRead > 0) facts.push(['', `nearly all of it in runs of ${bytesText(plan.smallestRunBytes)} or more`]);
  const processors = roughTime(processorSeconds);
  if (fileSeconds === null || layerSeconds === null) return [...facts, ['', `processors take ${processors}`]];
  const files = `files take ${roughTime(fileSeconds)}, processors ${processors} at the same time`;
  return [...facts, ['', files], ['', `in total ${roughTime(layerSeconds)}`]];
}

/** Returns a number with two digits: 62, 9.5. */
function significant(value: number): string {
  return grouped(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}

/** A plan of the explorations of a partition's patterns, as text up to the width of the terminal, except for long names. */

interface PlannedPattern extends Pick<PlanText, 'plan' | 'tableBytes' | 'measured'> {
  readonly tiles: readonly number[];
}

interface PartitionPlanText {
  /** The board and the partition. */
  readonly title: string;
  readonly goal: string;
  readonly patterns: readonly PlannedPattern[];
  /** The needs of all explorations, in turn. */
  readonly memory: StorePlan;
}

export function partitionPlanText({ title, goal, patterns, memory }: PartitionPlanText, width = WIDTH): string {
  const states = patterns.reduce((sum, { plan }) => sum + plan.states, 0);
  const facts: [string, string][] = [
    ['goal', goal],
    ['states', `${grouped(states)}, in ${countOf(patterns.length, 'pattern')}, explored in turn`],
    ['maximum depth', 'not known in advance'],
  ];
  return [
    factsText(`${title}: a plan, nothing is enumerated`, facts, width),
    patternsText(patterns, width),
    memoryText({ memory, checkpointBytes: null }, width),
  ].join('\n\n');
}

/** Returns a line for each pattern. Speeds were measured with all threads. */
function patternsText(patterns: readonly PlannedPattern[], width: number): string {
  return columnsText(
    ['tiles', 'states', 'memory', 'table', 'states/s', 'time'],
    patterns.map(({ tiles, plan, tableBytes, measured: { processors } }) => [
      tiles.join(' '),
      grouped(plan.states),
      bytesText(plan.memory.rooms[0].neededBytes),
      tableBytes === 0 ? 'none' : bytesText(tableBytes),
      'statesPerSecond' in processors ? abbreviated(processors.statesPerSecond) : '',
      plan.memory.seconds === null ? 'unknown' : plan.memory.seconds < 0.95 ? '< 1 s' : roughTime(plan.memory.seconds),
    ]),
    width,
  );
}

/** A plan of workers that share a folder, as text. */

function clusterPlanText(cluster: ClusterPlan, tableBytes: number, width: number): string {
  const { workers, threads, fits } = cluster;
  const by = `By ${countOf(workers, 'worker')} of ${countOf(threads, 'thread')}`;
  const facts = [...roomsFacts(cluster, tableBytes), ...layerFacts(cluster), ...inAllFacts(cluster, tableBytes)];
  return factsText(`${by}: ${fits ? 'possible here' : 'not possible here'}`, facts, width);
}

function roomsFacts(
  { workerBytes, coordinatorBytes, tooLittleMemory, rooms, plan }: ClusterPlan,
  tableBytes: number,
): PlanFacts {
  const table = tableBytes === 0 ? 'no table' : `and ${bytesText(tableBytes)} for the table at the end`;
  return [
    ['memory', `${bytesText(workerBytes)} of each worker, ${bytesText(coordinatorBytes)} of the coordinator`],
    ...(tooLittleMemory === null ? [] : [['', tooLittleMemory] as [string, string]]),
    ...rooms.flatMap(roomFacts),
    ['work files', `${bytesText(plan.diskBytes)}, ${table}`],
  ];
}

function layerFacts({ network, layer }: ClusterPlan): PlanFacts {
  const { bytesRead, bytesWritten, processorSeconds, fileSeconds, networkSeconds, betweenSeconds, seconds } = layer;
  const facts: PlanFacts = [];
  if (network !== null) {
    const read = `${speedText(network.bytesReadPerSecond)} read`;
    const written = `${speedText(network.bytesWrittenPerSecond)} written`;
    facts.push(['shared folder', `${read}, ${written}, for all workers together`]);
  }
  facts.push(['a full layer', `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written`]);
  const files = fileSeconds === null ? '' : `files ${roughTime(fileSeconds)}, `;
  facts.push(['', `per worker: ${files}processors ${roughTime(processorSeconds)}`]);
  if (networkSeconds === null || betweenSeconds === null || seconds === null) return facts;
  return [
    ...facts,
    ['', `in common: shared folder ${roughTime(networkSeconds)}`],
    ['', `between layers ${roughTime(betweenSeconds)}; in total ${roughTime(seconds)}`],
  ];
}

const LIMITS = { network: 'the shared folder', files: 'the files of each worker', processors: 'the processors' };

function inAllFacts(cluster: ClusterPlan, tableBytes: number): PlanFacts {
  const { bytesRead, bytesWritten, tableSeconds, seconds, layer, limit, usefulWorkers } = cluster;
  const facts: PlanFacts = [];
  if (bytesRead !== null && bytesWritten !== null) {
    facts.push(['traffic', `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written in total`]);
  }
  if (limit !== null && usefulWorkers !== null) {
    facts.push(['limit', `${LIMITS[limit]}; useful up to ${countOf(usefulWorkers, 'worker')}`]);
  }
  if (tableBytes > 0 && tableSeconds !== null) {
    facts.push(['the table', `assembled by the coordinator in ${roughTime(tableSeconds)}`]);
  }
  return [...facts, ['time', timeText(seconds, layer.seconds)]];
}

/** Facts that several kinds of plans share. */

/** Names and values, for factsText. */
type PlanFacts = [string, string][];

function roomFacts({ folder, neededBytes, freeBytes }: Room): PlanFacts {
  const missing = neededBytes <= freeBytes ? '' : `: ${bytesText(neededBytes - freeBytes)} missing`;
  const where = folder === null ? '' : ` in ${folder}`;
  const room = `${bytesText(neededBytes)}, and ${bytesText(freeBytes)} are free${where}${missing}`;
  return [[folder === null ? 'memory' : 'disk', room]];
}

/** @param layerSeconds time of a full layer; null if the speed of the disk is unknown */
function timeText(seconds: number | null, layerSeconds: number | null): string {
  if (layerSeconds === null) return 'unknown: the disk could not be measured';
  if (seconds === null) return 'unknown, because the number of layers is unknown';
  const text = roughTime(seconds);
  return text.startsWith('less') ? text : `at most ${text}, at these speeds`;
}

function speedText(bytesPerSecond: number): string {
  return `${abbreviated(bytesPerSecond)}B/s`;
}
