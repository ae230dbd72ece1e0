/** A plan of an exploration, as text up to the width of the terminal, except for long names. */

import { abbreviated, bytesText, grouped, roughTime } from '../../../base/text/numbers.js';
import type { ClusterPlan } from '../../../plan/cluster-plan.js';
import type { DiskStorePlan, ExplorationPlan, StorePlan } from '../../../plan/exploration-plan.js';
import type { FolderSpeed } from '../../../plan/folder-speed.js';
import { fullLayers } from '../../../plan/layer-shares.js';
import type { ProcessorSpeed } from '../../../plan/processor-speed.js';
import { PUBLISHED_BY } from '../../../plan/published-histograms.js';
import { factsText } from '../facts-text.js';
import { WIDTH } from '../width.js';
import { clusterPlanText } from './cluster-plan-text.js';
import { type PlanFacts, roomFacts, speedText, timeText } from './plan-facts.js';

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
export function memoryText(plan: Pick<ExplorationPlan, 'memory' | 'checkpointBytes'>, width = WIDTH): string {
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
