/**
 * Heuristics: their estimates for the state shown, beside its true distance and the number of its shortest solutions; and all their estimates
 * against the distances of all states, as `antipode analyse` counts them.
 */

import { useRef, useState } from 'preact/hooks';
import { mostOf, total } from '../../base/statistics.js';
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
 * Over all states: a table of all heuristics, and a chart of one of them. They are counted only when the reader opens the panel: large spaces
 * take a while.
 */

export function HeuristicsPanel({ explorer, space }: PanelProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const { answer, problem } = useAnswer<HeuristicsAnswer>(explorer, open ? apiPath(space.id, 'heuristics') : null);
  const { states } = wordsFor(space);
  if (!isCounted(space)) return null;
  const heuristics = answer?.heuristics ?? [];
  const means = heuristics.map(({ mean }) => mean);
  const shown = chosen ?? means.indexOf(Math.max(...means));
  const waits = answer === null && problem === null;
  const buttons = (
    <div class="row">
      {heuristics.length > 0 && (
        <PushButton onPush={() => saveRows(`heuristics-${space.id}.csv`, rowsOf(heuristics, states))}>
          Save as CSV
        </PushButton>
      )}
      <PushButton aria-expanded={open} onPush={() => setOpen(!open)}>
        {open ? (waits ? 'Cancel' : 'Hide') : 'Compare'}
      </PushButton>
    </div>
  );
  return (
    <Card of="quality" title={`Heuristics over all ${states}`} beside={buttons}>
      {!open && <p class="note">How close each heuristic comes to the true distance.</p>}
      {open && problem !== null && <p class="problem">{capitalised(problem)}</p>}
      {open && waits && (
        <p class="note" role="status">
          Counting the estimates of {space.states === null ? '' : grouped(space.states)} {states} …
        </p>
      )}
      {heuristics.length > 0 && (
        <>
          <table class="qualities">
            <thead>
              <tr>
                <th scope="col">Heuristic</th>
                {COLUMNS.map(([name, meaning]) => (
                  <th key={name} scope="col" title={meaning}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {heuristics.map((heuristic, index) => (
                <tr key={heuristic.heuristic}>
                  <th scope="row">
                    <PushButton aria-pressed={index === shown} onPush={() => setChosen(index)}>
                      {capitalised(heuristicTitle(heuristic.heuristic))}
                    </PushButton>
                  </th>
                  {COLUMNS.map(([name, , text]) => (
                    <td key={name}>{text(heuristic)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <QualityChart space={space} heuristic={heuristics[shown]} />
        </>
      )}
    </Card>
  );
}

/** Returns true if the space has a table, and heuristics whose estimates are counted. Those of pattern databases are not. */
function isCounted({ hasTable, directed, searches }: SpaceAnswer): boolean {
  return hasTable && !directed && searches.some(({ heuristics }) => heuristics.some((name) => name !== 'pattern'));
}

/** The columns after the first, each with its meaning and its values. */
const COLUMNS: readonly (readonly [name: string, meaning: string, text: (heuristic: HeuristicAnswer) => string])[] = [
  ['Mean', 'Mean estimate', ({ mean }) => mean.toFixed(2)],
  ['Mean ratio', 'Mean of estimate / distance', ({ meanRatio }) => (meanRatio === null ? '–' : shareText(meanRatio))],
  [
    'Largest error',
    'Greatest difference between distance and estimate',
    ({ byDepth }) => `${mostOf(byDepth.map(({ errors }) => errors.length - 1))}`,
  ],
  [
    'Exact',
    'Share of estimates that equal the distance',
    ({ byDepth }) =>
      shareText(total(byDepth.map(({ errors }) => errors[0] ?? 0)) / total(byDepth.flatMap(({ errors }) => errors))),
  ],
];

interface QualityChartProps {
  readonly space: SpaceAnswer;
  readonly heuristic: HeuristicAnswer;
}

/** Opacity of a cell with one state; that of the cell with most states is 1. Between, it is linear in the logarithm. */
const LEAST_OPACITY = 0.12;

/** States by distance and estimate, the mean estimate at each distance, and the line on which estimates would be exact. */
function QualityChart({ space, heuristic: { heuristic, byDepth } }: QualityChartProps) {
  const last = byDepth.length - 1;
  const scale = scaleOf('counts', Math.max(1, last));
  const words = wordsFor(space);
  const title = capitalised(heuristicTitle(heuristic));
  const y = (estimate: number) => 1 - scale.height(estimate);
  const most = Math.log1p(mostOf(byDepth.map(({ errors }) => mostOf(errors))));
  const line = (of: (depth: number) => number) =>
    byDepth.map(({ depth }) => `${depth + 0.5},${y(of(depth))}`).join(' ');
  return (
    <>
      <ChartFrame scale={scale} last={last} xTitle={`Moves ${words.away}`} yTitle={`${title}: estimate`}>
        <svg class="quality" viewBox={`0 0 ${last + 1} 1`} preserveAspectRatio="none" role="img">
          <title>{`${title}: mean estimate ${byDepth.map(({ depth, mean }) => `${mean.toFixed(1)} at ${depth}`).join(', ')}`}</title>
          {byDepth.flatMap(({ depth, errors }) =>
            errors.map((count, error) => {
              if (count === 0) return null;
              const [top, bottom] = [y(depth - error + 0.5), y(depth - error - 0.5)];
              const opacity = LEAST_OPACITY + (1 - LEAST_OPACITY) * (Math.log1p(count) / most);
              return (
                <rect key={`${depth} ${error}`} x={depth} y={top} width={1} height={bottom - top} opacity={opacity} />
              );
            }),
          )}
          <polyline class="exact" points={line((depth) => depth)} />
          <polyline class="mean" points={line((depth) => byDepth[depth].mean)} />
        </svg>
      </ChartFrame>
      <Legend
        of={[
          ['of-cells', `${words.states}, on a logarithmic scale`],
          ['of-means', 'mean estimate'],
          ['of-exact', 'true distance'],
        ]}
      />
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
