/** A plan of workers that share a folder, as text. */

import { bytesText, countOf, roughTime } from '../../../base/text/numbers.js';
import type { ClusterPlan } from '../../../plan/cluster-plan.js';
import { factsText } from '../facts-text.js';
import { type PlanFacts, roomFacts, speedText, timeText } from './plan-facts.js';

export function clusterPlanText(cluster: ClusterPlan, tableBytes: number, width: number): string {
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
