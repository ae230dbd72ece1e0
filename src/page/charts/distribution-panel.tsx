/** The distribution of all states by distance. Choosing a bar opens samples at its distance. */

import { useState } from 'preact/hooks';
import { PushButton } from '../controls/push-button.js';
import type { PanelProps } from '../explorer/panel.js';
import { titleInChoice, wordsFor } from '../explorer/words.js';
import type { ScaleName } from './chart-scale.js';
import { countAt, DistributionChart } from './distribution-chart.js';
import { SAMPLES_ID } from './samples.js';
import { saveFile } from './save-file.js';
import { savedChart } from './saved-chart.js';

export function DistributionPanel({ explorer, view, space }: PanelProps) {
  const { distribution, distance, chosenDepth } = view;
  const words = wordsFor(space);
  const [scale, setScale] = useState<ScaleName>('counts');
  const [looked, setLooked] = useState<number | null>(null);
  const current = distance ?? null;
  const shown = looked ?? chosenDepth ?? current;
  const save = () => {
    if (distribution === null) return;
    const file = savedChart(titleInChoice(space), distribution, words, scale);
    saveFile(`distribution-${space.id}.svg`, 'image/svg+xml', file);
  };
  return (
    <section aria-labelledby="distribution-title" class="card">
      <div class="row apart">
        <h2 id="distribution-title">Distribution</h2>
        <div class="row">
          <PushButton
            aria-pressed={scale === 'powers'}
            onPush={() => setScale(scale === 'counts' ? 'powers' : 'counts')}
          >
            Log scale
          </PushButton>
          <PushButton off={distribution === null} onPush={save}>
            Save as SVG
          </PushButton>
        </div>
      </div>
      <div class="row apart beside-readout">
        <p class="readout">
          {distribution !== null && shown !== null && (
            <>
              Distance <strong>{shown}</strong>:{' '}
              {countAt(distribution.histogram[shown] ?? 0, distribution.states, words)}
            </>
          )}
        </p>
        {!space.hasTable && distribution?.source && <p class="note">Published: {distribution.source}</p>}
        {space.hasTable && (
          <>
            <p class="note on-narrow">Choose a bar to see examples.</p>
            <PushButton
              class="on-wide"
              off={chosenDepth === null}
              onPush={() => document.getElementById(SAMPLES_ID)?.focus()}
            >
              {chosenDepth === null ? 'Choose a bar to see examples' : 'See examples below'}
            </PushButton>
          </>
        )}
      </div>
      {distribution === null ? (
        <div class="chart" />
      ) : (
        <DistributionChart
          distribution={distribution}
          words={words}
          scale={scale}
          current={current}
          chosen={chosenDepth}
          onChoose={(depth) => explorer.chooseDepth(depth)}
          onLook={setLooked}
        />
      )}
    </section>
  );
}
