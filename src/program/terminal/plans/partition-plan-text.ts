/** A plan of the explorations of a partition's patterns, as text up to the width of the terminal, except for long names. */

import { abbreviated, bytesText, countOf, grouped, roughTime } from '../../../base/text/numbers.js';
import type { StorePlan } from '../../../plan/exploration-plan.js';
import { columnsText } from '../columns-text.js';
import { factsText } from '../facts-text.js';
import { WIDTH } from '../width.js';
import { memoryText, type PlanText } from './plan-text.js';

interface PlannedPattern extends Pick<PlanText, 'plan' | 'tableBytes' | 'measured'> {
  readonly tiles: readonly number[];
}

export interface PartitionPlanText {
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
