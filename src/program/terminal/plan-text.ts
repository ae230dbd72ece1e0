/**
 * Plans as text up to the width of the terminal, except for long names: of one exploration, of the patterns of a partition in turn, and of
 * workers that share a folder.
 */

import { abbreviated, bytesText, countOf, grouped, roughTime } from '../../base/text.js';
import type { ClusterPlan, DiskStorePlan, ExplorationPlan, Room, StorePlan } from '../../runs/exploration-plan.js';
import type { FolderSpeed, ProcessorSpeed } from '../../runs/measured-speeds.js';
import { fullLayers, PUBLISHED_BY } from '../../runs/published-layers.js';
import { columnsText, type FactLine, factsText, WIDTH } from './layout.js';

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
  const { disk, notOnDisk } = plan;
  const facts = [startFact(starts), ...spaceFacts(plan), ...measuredFacts(measured)];
  const sections = [factsText(`${title}: a plan, nothing is enumerated`, facts, width)];
  if (stores.includes('memory')) sections.push(memoryText(plan, width));
  if (stores.includes('disk') && disk !== null) {
    sections.push(factsText(`On disk: ${fitText(disk)}`, diskFacts(disk, tableBytes), width));
  } else if (stores.includes('disk') && notOnDisk !== null) {
    sections.push(factsText('On disk: not possible', [['reason', notOnDisk]], width));
  }
  if (cluster !== null) {
    const by = `By ${countOf(cluster.workers, 'worker')} of ${countOf(cluster.threads, 'thread')}`;
    sections.push(factsText(`${by}: ${fitText(cluster)}`, clusterFacts(cluster, tableBytes), width));
  }
  return sections.join('\n\n');
}

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

/** Returns a plan of the explorations of a partition's patterns: a line for each, whose speed was measured with all threads. */
export function partitionPlanText({ title, goal, patterns, memory }: PartitionPlanText, width = WIDTH): string {
  const states = patterns.reduce((sum, { plan }) => sum + plan.states, 0);
  const facts: FactLine[] = [
    ['goal', goal],
    ['states', `${grouped(states)}, in ${countOf(patterns.length, 'pattern')}, explored in turn`],
    ['maximum depth', 'not known in advance'],
  ];
  const rows = patterns.map(({ tiles, plan, tableBytes, measured: { processors } }) => {
    const { rooms, seconds } = plan.memory;
    return [
      tiles.join(' '),
      grouped(plan.states),
      bytesText(rooms[0].neededBytes),
      tableBytes === 0 ? 'none' : bytesText(tableBytes),
      'statesPerSecond' in processors ? abbreviated(processors.statesPerSecond) : '',
      seconds === null ? 'unknown' : seconds < 0.95 ? '< 1 s' : roughTime(seconds),
    ];
  });
  return [
    factsText(`${title}: a plan, nothing is enumerated`, facts, width),
    columnsText(['tiles', 'states', 'memory', 'table', 'states/s', 'time'], rows, width),
    memoryText({ memory, checkpointBytes: null }, width),
  ].join('\n\n');
}

function startFact({ name, texts }: PlanText['starts']): FactLine {
  return texts.length === 1 ? [name, texts[0]] : [`${name}s`, `${grouped(texts.length)}, the first ${texts[0]}`];
}

function spaceFacts({ states, reached, histogram, shares }: ExplorationPlan): FactLine[] {
  const last = histogram === null || shares === null ? null : histogram.length - 1;
  return [
    ['states', grouped(states)],
    reached !== states && ['reached', reached === null ? 'not known in advance' : grouped(reached)],
    ['maximum depth', last === null ? 'not known in advance' : `${last} (${PUBLISHED_BY})`],
    last !== null &&
      shares !== null && ['layers', `${last}, as much work as at most ${significant(fullLayers(shares))} full layers`],
  ];
}

function measuredFacts({ threads, folder, files, processors }: Measured): FactLine[] {
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
function memoryText(
  { memory, checkpointBytes }: Pick<ExplorationPlan, 'memory' | 'checkpointBytes'>,
  width: number,
): string {
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
    checkpointBytes !== null && ['checkpoints', `two at a time, of at most ${bytesText(checkpointBytes)} each`],
    layerSeconds !== null && ['a full layer', `${roughTime(layerSeconds)} to move blocks`],
    ['time', time],
  ];
  return factsText(`In memory: ${fitText(memory)}`, facts, width);
}

function diskFacts(store: DiskStorePlan, tableBytes: number): FactLine[] {
  const { rooms, plan, seconds, fileSeconds, processorSeconds, layerSeconds } = store;
  const [memory, ...disks] = rooms;
  const stages = plan.stages === 1 ? 'in one stage' : `in ${grouped(plan.stages)} stages`;
  const processors = roughTime(processorSeconds);
  const isKnown = fileSeconds !== null && layerSeconds !== null;
  return [
    roomFact(memory),
    ...filesFacts(store, disks, tableBytes),
    ['a full layer', `${trafficText(plan.layer)}, ${stages}`],
    plan.layer.bytesRead > 0 && ['', `nearly all of it in runs of ${bytesText(plan.smallestRunBytes)} or more`],
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
  { tooLittleMemory, plan }: Pick<DiskStorePlan, 'tooLittleMemory' | 'plan'>,
  disks: readonly Room[],
  tableBytes: number,
): FactLine[] {
  const table = tableBytes === 0 ? 'no table' : `and ${bytesText(tableBytes)} for the table at the end`;
  return [
    tooLittleMemory !== null && ['', tooLittleMemory],
    ...disks.map(roomFact),
    ['work files', `${bytesText(plan.diskBytes)}, ${table}`],
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

function trafficText({ bytesRead, bytesWritten }: Pick<ClusterPlan['layer'], 'bytesRead' | 'bytesWritten'>): string {
  return `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written`;
}

function speedsText({ bytesReadPerSecond, bytesWrittenPerSecond }: Omit<FolderSpeed, 'direct'>): string {
  return `${speedText(bytesReadPerSecond)} read, ${speedText(bytesWrittenPerSecond)} written`;
}

function speedText(bytesPerSecond: number): string {
  return `${abbreviated(bytesPerSecond)}B/s`;
}

/** Returns a number with two digits: 62, 9.5. */
function significant(value: number): string {
  return grouped(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
