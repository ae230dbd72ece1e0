/** A plan of an exploration as text, as wide as the terminal or 80 columns, but for long names. */

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

/** The measurements on which the times of a plan rest. */
export interface Measured {
  readonly threads: number;
  /** The folder that was measured. */
  readonly folder: string;
  /** The speed, or the reason why it could not be measured; null if it was not asked for. */
  readonly files: FolderSpeed | string | null;
  /** Of boards, and of all other spaces. */
  readonly processors: ProcessorSpeed | { readonly statesPerSecond: number };
}

export interface PlanText {
  /** The space; of a board also the metric if that is not the usual one. */
  readonly title: string;
  /** The states that distances are counted from, as texts, and what one of them is called. */
  readonly starts: { readonly name: 'goal' | 'start'; readonly texts: readonly string[] };
  readonly plan: ExplorationPlan;
  /** Bytes of the table as a file. */
  readonly tableBytes: number;
  readonly measured: Measured;
  /** The methods that are listed. */
  readonly stores: readonly ('memory' | 'disk')[];
  /** Workers that share a folder; null if they are not planned. */
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

/** Returns what it takes to explore in memory. */
export function memoryText(plan: Pick<ExplorationPlan, 'memory' | 'checkpointBytes'>, width = WIDTH): string {
  return factsText(`In memory: ${fitText(plan.memory)}`, memoryFacts(plan), width);
}

function startFacts({ name, texts }: PlanText['starts']): PlanFacts {
  const [first] = texts;
  return texts.length === 1 ? [[name, first]] : [[`${name}s`, `${grouped(texts.length)}, the first ${first}`]];
}

function spaceFacts({ states, reached, histogram, shares }: ExplorationPlan, measured: Measured): PlanFacts {
  const facts: PlanFacts = [['states', grouped(states)]];
  if (reached === null) facts.push(['reached', 'not known beforehand']);
  else if (reached < states) facts.push(['reached', grouped(reached)]);
  if (histogram === null || shares === null) {
    facts.push(['maximum depth', 'not known beforehand']);
  } else {
    facts.push(['maximum depth', `${histogram.length - 1} (${PUBLISHED_BY})`]);
    facts.push([
      'layers',
      `${histogram.length - 1}, as much work as at most ${significant(fullLayers(shares))} full ones`,
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
    facts.push(['measured just now', `${read}, ${speedText(files.bytesWrittenPerSecond)} written, ${cache}`]);
    facts.push(['', `in ${folder}`]);
  }
  const by = threads === 1 ? 'one thread' : `${threads} threads`;
  const moved =
    'statesPerSecond' in processors
      ? `${abbreviated(processors.statesPerSecond)} states/s expanded by ${by}`
      : `${speedText(processors.bytesMovedPerSecond)} of blocks moved by ${by}`;
  facts.push([typeof files === 'object' && files !== null ? '' : 'measured just now', moved]);
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
    ['a full layer', `moves blocks for ${roughTime(layerSeconds)}`],
    ['time', timeText(seconds, layerSeconds)],
  ];
}

function diskFacts(store: DiskStorePlan, tableBytes: number): PlanFacts {
  const { rooms, plan, tooLittleMemory, seconds } = store;
  const [memory, ...disks] = rooms;
  const table = tableBytes === 0 ? 'no table' : `and ${bytesText(tableBytes)} for the table in the end`;
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
  if (bytesRead > 0) facts.push(['', `in runs of ${bytesText(plan.smallestRunBytes)} and more, nearly all of it`]);
  const processors = roughTime(processorSeconds);
  if (fileSeconds === null || layerSeconds === null) return [...facts, ['', `processors take ${processors}`]];
  const files = `files take ${roughTime(fileSeconds)}, processors ${processors} beside`;
  return [...facts, ['', files], ['', `so ${roughTime(layerSeconds)} in all`]];
}

/** Two digits: 62, 9.5. */
function significant(value: number): string {
  return grouped(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}
