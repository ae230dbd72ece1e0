/** A comparison of the searches that need no space, from the state that is shown: the nodes that each has expanded, as it ends. */

import './comparison.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparisonLine, FailedSearch, FinishedSearch } from '../../serve/answers.js';
import { scaleOf } from '../charts/chart-scale.js';
import { PushButton } from '../controls/push-button.js';
import { apiPath, LostServer } from '../explorer/api.js';
import { errorText } from '../explorer/explorer.js';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { SearchLane } from './search-lane.js';

interface Comparison {
  readonly state: string;
  readonly lines: readonly (FinishedSearch | FailedSearch)[];
  readonly end: 'running' | 'done' | 'stopped' | 'lost';
  /** Why it ended before all searches had. */
  readonly problem: string | null;
}

export function SearchComparison({ explorer, view, space }: PanelProps) {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const running = useRef<AbortController | null>(null);
  const { states } = wordsFor(space);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const asking = new AbortController();
    running.current = asking;
    const { state } = explorer.view;
    let now: Comparison = { state, lines: [], end: 'running', problem: null };
    const show = (changes: Partial<Comparison>) => {
      if (running.current !== asking) return;
      now = { ...now, ...changes };
      setComparison(now);
    };
    show({});
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(space.id, 'searches'), { state }, asking.signal, (line) => {
        if (!('progress' in line)) show({ lines: [...now.lines, line] });
      });
      show({ end: 'done' });
      explorer.say('The race is over.');
    } catch (error) {
      if (asking.signal.aborted) show({ end: 'stopped' });
      else if (error instanceof LostServer) show({ end: 'lost' });
      else show({ end: 'done', problem: errorText(error) });
    }
  };
  const isRunning = comparison?.end === 'running';
  const most = comparison?.lines.reduce((sum, line) => Math.max(sum, 'failed' in line ? 0 : line.expanded), 0) ?? 0;
  const scale = scaleOf('powers', Math.max(10, most));
  return (
    <section aria-labelledby="comparison-title" class="card">
      <div class="row apart">
        <h2 id="comparison-title">Race of searches</h2>
        <PushButton class={isRunning ? '' : 'main'} onPush={() => (isRunning ? running.current?.abort() : start())}>
          {isRunning ? 'Stop' : comparison === null ? 'Start' : 'Race again'}
        </PushButton>
      </div>
      <p class="note">
        Each search finds a shortest way without the table. Its bar shows how many {states} it has expanded, that is,
        looked around from; the scale goes in powers of ten.
      </p>
      {comparison !== null && (
        <>
          <p class="note">
            {comparison.state === view.state ? 'From here' : 'From'}: <code>{comparison.state}</code>
          </p>
          <ol class="lanes" aria-busy={isRunning}>
            {space.searches.map(({ algorithm }, index) => (
              <SearchLane
                key={algorithm}
                algorithm={algorithm}
                line={comparison.lines[index] ?? null}
                scale={scale}
                waiting={isRunning ? (index === comparison.lines.length ? 'now' : 'later') : 'never'}
              />
            ))}
          </ol>
          <p class="scale" aria-hidden="true">
            {scale.ticks.map(({ height, label }) => (
              <span key={label} style={{ left: `${height * 100}%` }}>
                {label}
              </span>
            ))}
          </p>
        </>
      )}
      {comparison?.problem && <p class="problem">{comparison.problem}</p>}
      {comparison?.end === 'stopped' && <p class="note">Stopped.</p>}
      {comparison?.end === 'lost' && <p class="problem">The server was lost before the race was over.</p>}
    </section>
  );
}
