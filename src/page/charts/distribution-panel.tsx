/** The distribution of all states by their distance, and some of a distance that is chosen. */

import { useState } from 'preact/hooks';
import type { RandomAnswer } from '../../serve/answers.js';
import { DepthField } from '../controls/depth-field.js';
import { PushButton } from '../controls/push-button.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/panel.js';
import { useAnswer } from '../explorer/use-answer.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { StateChoices } from '../position/state-choices.js';
import type { ScaleName } from './chart-scale.js';
import { countAt, DistributionChart } from './distribution-chart.js';

/** How many states of a depth are shown at once. */
const SHOWN = 6;

export function DistributionPanel({ explorer, view, space }: PanelProps) {
  const { distribution, distance } = view;
  const words = wordsFor(space);
  const [scale, setScale] = useState<ScaleName>('counts');
  const [chosen, setChosen] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const [looked, setLooked] = useState<number | null>(null);
  const query = { depth: String(chosen), count: String(SHOWN) };
  const path = chosen === null ? null : apiPath(space.id, 'random', query);
  const { answer, problem, waiting } = useAnswer<RandomAnswer>(explorer, path, turn);
  const current = distance ?? null;
  const shown = looked ?? chosen ?? current ?? 0;
  const choose = (depth: number) => {
    setChosen(depth);
    setTurn(turn + 1);
  };
  return (
    <section aria-labelledby="distribution-title" class="card">
      <div class="row apart">
        <h2 id="distribution-title">Distribution</h2>
        <PushButton aria-pressed={scale === 'powers'} onPush={() => setScale(scale === 'counts' ? 'powers' : 'counts')}>
          Log scale
        </PushButton>
      </div>
      <p class="note">
        {capitalised(words.states)} at each distance, in moves {words.away}. Choose a bar to see some of them; ▲ is
        where you are.
      </p>
      {distribution === null ? (
        <div class="chart" />
      ) : (
        <>
          <p class="readout">
            Distance <strong>{shown}</strong>: {countAt(distribution.histogram[shown] ?? 0, distribution.states, words)}
          </p>
          <DistributionChart
            distribution={distribution}
            words={words}
            scale={scale}
            current={current}
            chosen={chosen}
            onChoose={choose}
            onLook={setLooked}
          />
        </>
      )}
      <h3>Random {words.states} at a distance</h3>
      <div class="row">
        <DepthField
          id="sampled"
          label="Distance"
          depth={chosen ?? current ?? 0}
          maxDepth={space.maxDepth ?? 0}
          onDepth={choose}
        />
        <PushButton onPush={() => choose(chosen ?? current ?? 0)}>
          {chosen === null ? 'Show some' : 'Show others'}
        </PushButton>
      </div>
      <div class={chosen === null ? '' : 'samples'} aria-busy={waiting}>
        {waiting && answer === null && problem === null && <p class="note">Looking for some …</p>}
        {problem !== null && <p class="problem">{problem}</p>}
        {answer?.states.length === 0 && <p class="note">None is known at this distance.</p>}
        {answer !== null && <StateChoices explorer={explorer} space={space} states={answer.states} />}
        {answer !== null && !answer.uniform && (
          <p class="note">This space is too large to draw from all of them: some are found more often than others.</p>
        )}
      </div>
    </section>
  );
}
