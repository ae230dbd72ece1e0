/** The searches that need no table, raced on the state that is shown: the nodes that each has expanded, as it ends. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparisonLine } from '../../serve/answers.js';
import { scaleOf } from '../charts/chart-scale.js';
import { apiPath, LostServer } from '../explorer/api.js';
import { errorText } from '../explorer/explorer.js';
import type { PanelProps } from '../explorer/panel.js';
import { PushButton } from '../push-button.js';
import { wordsFor } from '../words.js';
import { SearchLane } from './search-lane.js';

interface Race {
  readonly state: string;
  readonly lines: readonly ComparisonLine[];
  readonly end: 'running' | 'done' | 'stopped' | 'lost';
  /** Why it ended before all searches had. */
  readonly problem: string | null;
}

export function SearchComparison({ explorer, view, table }: PanelProps) {
  const [race, setRace] = useState<Race | null>(null);
  const running = useRef<AbortController | null>(null);
  const { states } = wordsFor(table);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const asking = new AbortController();
    running.current = asking;
    const { state } = explorer.view;
    let now: Race = { state, lines: [], end: 'running', problem: null };
    const show = (changes: Partial<Race>) => {
      if (running.current !== asking) return;
      now = { ...now, ...changes };
      setRace(now);
    };
    show({});
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(table.id, 'race'), { state }, asking.signal, (line) =>
        show({ lines: [...now.lines, line] }),
      );
      show({ end: 'done' });
      explorer.say('The race is over.');
    } catch (error) {
      if (asking.signal.aborted) show({ end: 'stopped' });
      else if (error instanceof LostServer) show({ end: 'lost' });
      else show({ end: 'done', problem: errorText(error) });
    }
  };
  const isRunning = race?.end === 'running';
  const most = race?.lines.reduce((sum, line) => Math.max(sum, 'failed' in line ? 0 : line.expanded), 0) ?? 0;
  const scale = scaleOf('powers', Math.max(10, most));
  return (
    <section aria-labelledby="race-title" class="card">
      <div class="row apart">
        <h2 id="race-title">Race of searches</h2>
        <PushButton class={isRunning ? '' : 'main'} onPush={() => (isRunning ? running.current?.abort() : start())}>
          {isRunning ? 'Stop' : race === null ? 'Start' : 'Race again'}
        </PushButton>
      </div>
      <p class="note">
        Each search finds a shortest way without the table. Its bar shows how many {states} it has expanded, that is,
        looked around from; the scale goes in powers of ten.
      </p>
      {race !== null && (
        <>
          <p class="note">
            {race.state === view.state ? 'From here' : 'From'}: <code>{race.state}</code>
          </p>
          <ol class="lanes" aria-busy={isRunning}>
            {table.searches.map((algorithm, index) => (
              <SearchLane
                key={algorithm}
                algorithm={algorithm}
                line={race.lines[index] ?? null}
                scale={scale}
                waiting={isRunning ? (index === race.lines.length ? 'now' : 'later') : 'never'}
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
      {race?.problem && <p class="problem">{race.problem}</p>}
      {race?.end === 'stopped' && <p class="note">Stopped.</p>}
      {race?.end === 'lost' && <p class="problem">The server was lost before the race was over.</p>}
    </section>
  );
}
