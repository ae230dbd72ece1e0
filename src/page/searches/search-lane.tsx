/** One search of a comparison: its name, a bar of the nodes that it expanded, in powers of ten, and the numbers. */

import { grouped, secondsText } from '../../base/text/numbers.js';
import type { ComparedSearch, FailedSearch, FinishedSearch } from '../../serve/answers.js';
import type { Scale } from '../charts/chart-scale.js';

const NAMES: Readonly<Record<ComparedSearch['algorithm'], string>> = {
  table: 'Table',
  bfs: 'Breadth-first',
  bidirectional: 'Bidirectional',
  astar: 'A*',
  idastar: 'IDA*',
};

export interface SearchLaneProps {
  readonly algorithm: ComparedSearch['algorithm'];
  /** null until it has ended. */
  readonly line: FinishedSearch | FailedSearch | null;
  /** Of the nodes that are expanded, from left to right. */
  readonly scale: Scale;
  readonly waiting: 'now' | 'later' | 'never';
}

export function SearchLane({ algorithm, line, scale, waiting }: SearchLaneProps) {
  const done = line !== null && !('failed' in line);
  return (
    <li>
      <p>
        <strong>{NAMES[algorithm]}</strong>
        {line?.heuristic && <small> with {line.heuristic.replaceAll('-', ' ')}</small>}
      </p>
      <div class="lane" aria-hidden="true">
        {done && <span class="lane-bar" style={{ width: `${scale.height(line.expanded) * 100}%` }} />}
        {scale.ticks.map(({ height, label }) => (
          <i key={label} class="lane-line" style={{ left: `${height * 100}%` }} />
        ))}
      </div>
      <p class="result">{resultOf(line, waiting)}</p>
    </li>
  );
}

function resultOf(line: FinishedSearch | FailedSearch | null, waiting: SearchLaneProps['waiting']): string {
  if (line === null) return { now: 'searching …', later: 'waits', never: 'not run' }[waiting];
  if ('failed' in line) return `gave up: ${line.failed}`;
  const found = line.distance === null ? 'no way found' : `distance ${line.distance}`;
  return `${grouped(line.expanded)} expanded, ${secondsText(line.seconds)}, ${found}`;
}
