/** One search of a race: its name, a bar of the nodes that it expanded, in powers of ten, and the numbers. */

import type { RaceLine } from '../serve/answers.js';
import { grouped, secondsText } from '../text/numbers.js';
import { scaleOf } from './chart-scale.js';

const NAMES: Readonly<Record<RaceLine['algorithm'], string>> = {
  table: 'Table',
  bfs: 'Breadth-first',
  bidirectional: 'Bidirectional',
  astar: 'A*',
  idastar: 'IDA*',
};

export interface RaceLaneProps {
  readonly algorithm: RaceLine['algorithm'];
  /** null until it has ended. */
  readonly line: RaceLine | null;
  /** The most that any has expanded. */
  readonly most: number;
  readonly waiting: 'now' | 'later' | 'never';
}

export function RaceLane({ algorithm, line, most, waiting }: RaceLaneProps) {
  const scale = scaleOf('powers', Math.max(10, most));
  const done = line !== null && !('failed' in line);
  return (
    <li>
      <p>
        <strong>{NAMES[algorithm]}</strong>
        {line?.heuristic && <small> with {line.heuristic.replaceAll('-', ' ')}</small>}
      </p>
      <div class="lane" aria-hidden="true">
        {scale.ticks.map(({ height, label }) => (
          <i key={label} class="lane-line" style={{ left: `${height * 100}%` }} />
        ))}
        {done && <span class="lane-bar" style={{ width: `${scale.height(line.expanded) * 100}%` }} />}
      </div>
      <p class="result">{resultOf(line, waiting)}</p>
    </li>
  );
}

function resultOf(line: RaceLine | null, waiting: RaceLaneProps['waiting']): string {
  if (line === null) return { now: 'searching …', later: 'waits', never: 'not run' }[waiting];
  if ('failed' in line) return `gave up: ${line.failed}`;
  const found = line.distance === null ? 'no way found' : `distance ${line.distance}`;
  return `${grouped(line.expanded)} expanded, ${secondsText(line.seconds)}, ${found}`;
}
