/** The estimates of all heuristics for the state shown, its true distance, and the number of its shortest solutions. */

import { useEffect, useState } from 'preact/hooks';
import { grouped } from '../../base/text.js';
import type { EstimatesAnswer } from '../../serve/answers.js';
import { type PanelProps, useEstimates } from '../explorer/explorer.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { heuristicSentence, heuristicTitle } from './playback.js';

const PREPARING = 'Its pattern databases are being built, which takes a few seconds.';

export function EstimatesPanel({ explorer, view, space }: PanelProps) {
  const { state, distance } = view;
  const { answer, problem, waiting } = useEstimates(explorer, space, state);
  // The previous state's bars stay until the next ones arrive, so that nothing jumps while a reader plays.
  const [last, setLast] = useState<EstimatesAnswer | null>(null);
  useEffect(() => {
    if (answer !== null) setLast(answer);
  }, [answer]);
  const shown = answer ?? last;
  if (shown !== null && shown.estimates.length === 0 && shown.solutions === null) return null;
  const estimates = distance === null ? [] : (shown?.estimates ?? []);
  const most = estimates.reduce((most, { value }) => Math.max(most, value ?? 0), distance ?? 1);
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
    <section aria-labelledby="estimates-title" class="card">
      <h2 id="estimates-title">Distance and estimates</h2>
      {problem !== null && <p class="problem">{capitalised(problem)}</p>}
      <dl class="estimates" aria-busy={waiting}>
        {bars.map(({ name, value, sentence }, index) => (
          <div key={name} class={index === 0 ? 'estimate true' : 'estimate'}>
            <dt>{name}</dt>
            <dd class="estimate-value">{value === undefined ? '…' : (value ?? '–')}</dd>
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
    </section>
  );
}

/** Returns the number of solutions in words: '40 shortest solutions.' */
function solutionsText(solutions: string | null, distance: number | null | undefined, directed: boolean): string {
  // At the goal, and while either value is unknown, there is nothing to count.
  if (solutions === null || !distance) return '\u00a0';
  const thing = directed ? 'shortest path' : 'shortest solution';
  return solutions === '1' ? `One ${thing}.` : `${grouped(BigInt(solutions))} ${thing}s.`;
}
