/**
 * Heuristics: their estimates for the state shown, beside its true distance and the number of its shortest solutions; and all their estimates
 * against the distances of all states, as `antipode analyse` counts them.
 */

import { useRef, useState } from 'preact/hooks';
import { mostOf, sumOfRows, total } from '../../base/statistics.js';
import { grouped, shareText } from '../../base/text.js';
import type { HeuristicAnswer, HeuristicsAnswer, SpaceAnswer } from '../../serve/answers.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/explorer.js';
import { useAnswer, useEstimates } from '../explorer/use-answer.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { Card, PushButton } from '../play/controls.js';
import { ChartFrame, Legend, scaleOf } from '../searches/chart.js';
import { saveRows } from '../searches/distribution.js';
import { heuristicSentence, heuristicTitle } from '../searches/playback.js';

const PREPARING = 'Its pattern databases are being built, which takes a few seconds.';

export function EstimatesPanel({ explorer, view, space }: PanelProps) {
  const { state, distance, known } = view;
  const within = known === null ? '…' : `${grouped(known.bound)} to ${grouped(known.path.moves.length)}`;
  const { answer, problem, waiting } = useEstimates(explorer, space, state);
  // The previous state's bars stay until the next ones arrive, so that nothing jumps while a reader plays.
  const last = useRef(answer);
  last.current = answer ?? last.current;
  const shown = last.current;
  if (shown !== null && shown.estimates.length === 0 && shown.solutions === null) return null;
  const estimates = distance === null ? [] : (shown?.estimates ?? []);
  const most = estimates.reduce((most, { value }) => Math.max(most, value ?? 0), Math.max(1, distance ?? 1));
  // The value is null if there is none, and undefined while it is unknown.
  const bars = [
    {
      name: 'True distance',
      value: distance,
      sentence: solutionsText(shown?.solutions ?? null, distance, space.directed),
    },
    ...estimates.map((estimate) => ({
      name: `${capitalised(heuristicTitle(estimate.heuristic))}${estimate.note === null ? '' : ` (${estimate.note})`}`,
      value: estimate.value ?? undefined,
      sentence: estimate.value === null ? PREPARING : heuristicSentence(estimate.heuristic),
    })),
  ];
  return (
    <Card of="estimates" title="Distance and estimates">
      {problem !== null && <p class="problem">{capitalised(problem)}</p>}
      <dl class="estimates" aria-busy={waiting}>
        {bars.map(({ name, value, sentence }, index) => (
          <div key={name} class={index === 0 ? 'estimate true' : 'estimate'}>
            <dt>{name}</dt>
            <dd class="estimate-value">{value ?? (value === null ? '–' : index === 0 ? within : '…')}</dd>
            <dd class="estimate-lane" aria-hidden="true">
              <span style={{ width: `${((value ?? 0) / most) * 100}%` }} />
            </dd>
            <dd class="note">{sentence}</dd>
          </div>
        ))}
      </dl>
      <p class="note">
        {distance === null
          ? `${wordsFor(space).unreachable}: there is nothing to estimate.`
          : estimates.length > 0 &&
            'No estimate exceeds the true distance, so A* and IDA* find shortest solutions with each of them.'}
      </p>
    </Card>
  );
}

/** Returns the number of solutions in words: '40 shortest solutions.' */
function solutionsText(solutions: string | null, distance: number | null | undefined, directed: boolean): string {
  // At the goal, and while either value is unknown, there is nothing to count.
  if (solutions === null || !distance) return '\u00a0';
  const thing = directed ? 'shortest path' : 'shortest solution';
  return solutions === '1' ? `One ${thing}.` : `${grouped(BigInt(solutions))} ${thing}s.`;
}

/*
 * Over all states: how far the estimates of each heuristic are from the distance, in a sentence and a chart. They are counted only while the
 * reader has the panel open: large spaces take a while.
 */

export function HeuristicsPanel({ explorer, space }: PanelProps) {
  const [open, setOpen] = useState(false);
  const { answer, problem } = useAnswer<HeuristicsAnswer>(explorer, open ? apiPath(space.id, 'heuristics') : null);
  const { states } = wordsFor(space);
  if (!isCounted(space)) return null;
  const save = answer && (
    <PushButton onPush={() => saveRows(`heuristics-${space.id}.csv`, rowsOf(answer.heuristics, states))}>
      Save as CSV
    </PushButton>
  );
  return (
    <Card of="quality" title={`Heuristics over all ${states}`} beside={save}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>How close they come to the true distance</summary>
        {problem !== null && <p class="problem">{capitalised(problem)}</p>}
        {answer === null && problem === null && (
          <p class="note" role="status">
            Counting the estimates of {space.states === null ? '' : grouped(space.states)} {states} …
          </p>
        )}
        {answer && (
          <>
            <ul class="charts">
              {answer.heuristics.map((heuristic) => (
                <li key={heuristic.heuristic}>
                  <Quality space={space} heuristic={heuristic} />
                </li>
              ))}
            </ul>
            <Legend
              of={[
                ['of-cells', `${states}, on a logarithmic scale`],
                ['of-means', 'mean estimate'],
                ['of-exact', 'true distance'],
              ]}
            />
          </>
        )}
      </details>
    </Card>
  );
}

/** Returns true if the space has a table, and heuristics whose estimates are counted. Those of pattern databases are not. */
function isCounted({ hasTable, directed, searches }: SpaceAnswer): boolean {
  return hasTable && !directed && searches.some(({ heuristics }) => heuristics.some((name) => name !== 'pattern'));
}

interface QualityProps {
  readonly space: SpaceAnswer;
  readonly heuristic: HeuristicAnswer;
}

/** Opacity of a cell with one state; that of the cell with most states is 1. Between, it is linear in the logarithm. */
const LEAST_OPACITY = 0.12;

/** States by distance and estimate, the mean estimate at each distance, and the line on which estimates would be exact. */
function Quality({ space, heuristic: { heuristic, byDepth, mean, meanRatio } }: QualityProps) {
  const last = byDepth.length - 1;
  const scale = scaleOf('counts', Math.max(1, last));
  const { states, away } = wordsFor(space);
  const title = capitalised(heuristicTitle(heuristic));
  const errors = sumOfRows(byDepth.map(({ errors }) => errors));
  const most = Math.log1p(mostOf(byDepth.flatMap(({ errors }) => errors)));
  const line = (kind: 'depth' | 'mean') => byDepth.map((at) => `${at.depth + 0.5},${scale.height(at[kind])}`).join(' ');
  const means = byDepth.map(({ depth, mean }) => `${mean.toFixed(1)} at ${depth}`);
  return (
    <>
      <h3>{title}</h3>
      <p class="note">
        {mean.toFixed(2)} on average{meanRatio !== null && `, ${shareText(meanRatio)} of the distance`}. At most{' '}
        {errors.length - 1} too low; exact for {shareText(errors[0] / total(errors))} of all {states}.
      </p>
      <ChartFrame scale={scale} last={last} xTitle={`Moves ${away}`} yTitle="Estimate">
        <svg
          class="plotted quality"
          role="img"
          aria-label={`${title}: mean estimate ${means.join(', ')}`}
          viewBox={`0 0 ${last + 1} 1`}
          preserveAspectRatio="none"
        >
          {byDepth.flatMap(({ depth, errors }) =>
            errors.map((count, error) => {
              const y = scale.height(depth - error - 0.5);
              const opacity = count && LEAST_OPACITY + (1 - LEAST_OPACITY) * (Math.log1p(count) / most);
              return <rect key={error} x={depth} y={y} width={1} height={scale.height(1)} opacity={opacity} />;
            }),
          )}
          <polyline class="exact" points={line('depth')} />
          <polyline class="mean" points={line('mean')} />
        </svg>
      </ChartFrame>
    </>
  );
}

/** Returns the number of states of each distance and estimate, below a row of headings. */
function rowsOf(heuristics: readonly HeuristicAnswer[], states: string): (string | number)[][] {
  const rows = heuristics.flatMap(({ heuristic, byDepth }) =>
    byDepth.flatMap(({ depth, errors }) =>
      errors.map((count, error) => [heuristic, depth, depth - error, count]).reverse(),
    ),
  );
  return [['heuristic', 'distance', 'estimate', states], ...rows.filter((row) => row[3] !== 0)];
}
