/** The distribution of all states by distance: its panel, the chart, and samples. Choosing a bar opens samples at its distance. */

import { useRef, useState } from 'preact/hooks';
import { mostOf } from '../../base/statistics.js';
import { countOf, csvField, shareText } from '../../base/text.js';
import type { DistributionAnswer, RandomAnswer } from '../../serve/answers.js';
import { barChartFile } from '../../study/charts.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/explorer.js';
import { useAnswer } from '../explorer/use-answer.js';
import { capitalised, type Words, wordsFor } from '../explorer/words.js';
import { Card, DepthField, PushButton } from '../play/controls.js';
import { StateChoices } from '../play/state-choices.js';
import { ChartFrame, type ScaleName, scaleOf } from './chart.js';

export function DistributionPanel({ explorer, view, space }: PanelProps) {
  const { distribution, chosenDepth, grown } = view;
  const words = wordsFor(space);
  const [chosenScale, setScale] = useState<ScaleName | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const scale = chosenScale ?? (grown === null ? 'counts' : 'powers');
  const shown = looked ?? chosenDepth ?? view.distance ?? null;
  const files: Readonly<Record<string, (distribution: DistributionAnswer, name: string) => void>> = {
    SVG: (distribution, name) => {
      const bars = distribution.histogram.map((value, depth) => ({ value, tip: textAt(distribution, depth, words) }));
      const chart = { xTitle: `moves ${words.away}`, yTitle: words.states, kind: 'counts', bars } as const;
      const title = `${space.title}: ${words.states} at each distance`;
      saveFile(`${name}.svg`, barChartFile(title, bars.map(({ tip }) => tip).join('; '), chart));
    },
    CSV: ({ histogram }, name) => saveRows(`${name}.csv`, [['distance', words.states], ...histogram.entries()]),
  };
  const buttons = (
    <div class="row">
      <PushButton aria-pressed={scale === 'powers'} onPush={() => setScale(scale === 'powers' ? 'counts' : 'powers')}>
        Log scale
      </PushButton>
      {Object.entries(files).map(([kind, save]) => (
        <PushButton
          key={kind}
          off={distribution === null}
          onPush={() => distribution && save(distribution, `distribution-${space.id}`)}
        >
          <span class="when-wide">Save as </span>
          {kind}
        </PushButton>
      ))}
    </div>
  );
  return (
    <Card of="distribution" title="Distribution" beside={buttons}>
      <div class="row apart beside-readout">
        <p class="readout">
          {distribution !== null && shown !== null && shown <= (grown ?? shown) && textAt(distribution, shown, words)}
        </p>
        {!space.hasTable && distribution?.source && (
          <p class="note">Published: {distribution.source}. No table holds examples.</p>
        )}
        {space.hasTable &&
          (chosenDepth === null ? (
            <p class="note">Choose a bar to see examples.</p>
          ) : (
            <PushButton onPush={() => document.getElementById(SAMPLES_ID)?.focus()}>See examples below</PushButton>
          ))}
      </div>
      {distribution === null ? (
        <div class="chart" />
      ) : (
        <DistributionChart {...{ explorer, view, space, distribution }} scale={scale} onLook={setLooked} />
      )}
    </Card>
  );
}

/*
 * The number of states at each distance, as bars of the chart's height: buttons, if there are examples to show. Tab reaches one of them; arrow
 * keys, Home and End reach the others. Pressing the chosen bar again, or Escape, releases it. Layers that a lesson has not grown are left out.
 */

/** Maximum number of bars with gaps: a small screen has no room for more. */
export const DENSE = 50;
/** Number of bars that a key moves the focus by. */
const STEPS = new Map(
  Object.entries({ ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }),
);
/** Id of the bars, used to return the focus to them. */
const BARS_ID = 'bars';

interface DistributionChartProps extends PanelProps {
  readonly distribution: DistributionAnswer;
  readonly scale: ScaleName;
  /** Called with the distance of the bar that the reader looks at. */
  readonly onLook: (depth: number | null) => void;
}

function DistributionChart({ explorer, view, space, distribution, scale: name, onLook }: DistributionChartProps) {
  const words = wordsFor(space);
  const { chosenDepth: chosen, grown, distance: here = null } = view;
  const onChoose = (depth: number | null) => explorer.change({ chosenDepth: depth });
  const { histogram } = distribution;
  const drawn = grown === null ? histogram : histogram.slice(0, grown + 1);
  const bars = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const tabStop = stop ?? chosen ?? here ?? 0;
  const scale = scaleOf(name, mostOf(histogram));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.min(drawn.length - 1, Math.max(0, tabStop + step));
    setStop(to);
    bars.current?.querySelectorAll<HTMLElement>('.bar')[to].focus();
  };

  return (
    <ChartFrame
      scale={scale}
      last={histogram.length - 1}
      xTitle={`Moves ${words.away}`}
      yTitle={capitalised(words.states)}
      marked={here}
    >
      <fieldset
        id={BARS_ID}
        class={histogram.length > DENSE ? 'bars dense' : 'bars'}
        style={{ width: `${(drawn.length / histogram.length) * 100}%` }}
        ref={bars}
        aria-label={`${words.states} at each distance`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => onLook(null)}
      >
        {drawn.map((count, depth) => {
          const bar = {
            key: depth,
            class: `bar${depth === here ? ' current' : ''}`,
            tabIndex: depth === tabStop ? 0 : -1,
            'aria-label': `${textAt(distribution, depth, words)}${depth === here ? ', you are here' : ''}`,
            onFocus: () => {
              setStop(depth);
              onLook(depth);
            },
            onBlur: () => onLook(null),
            onPointerEnter: () => onLook(depth),
            children: <span class="fill" style={{ height: `${scale.height(count) * 100}%` }} />,
          };
          if (!space.hasTable) return <span role="img" {...bar} />;
          const isChosen = depth === chosen;
          return (
            <button type="button" aria-pressed={isChosen} onClick={() => onChoose(isChosen ? null : depth)} {...bar} />
          );
        })}
      </fieldset>
    </ChartFrame>
  );
}

/** Returns the number of states at a distance, such as `Distance 24: 24,047 positions, 13.25 %`. */
function textAt({ histogram, states }: DistributionAnswer, depth: number, words: Words): string {
  const count = histogram[depth] ?? 0;
  return `Distance ${depth}: ${countOf(count, words.state)}, ${shareText(count / states)}`;
}

/* Random states at the distance chosen in the chart, each of which can be set up. Empty if no distance is chosen. */

/** Id of the section, for links to it. */
const SAMPLES_ID = 'samples';

/** Number of states shown together. */
const SHOWN = 6;

export function Samples({ explorer, view, space }: PanelProps) {
  const { chosenDepth: depth } = view;
  const [turn, setTurn] = useState(0);
  const hasSamples = depth !== null && space.hasTable;
  const query = { depth: String(depth), count: String(SHOWN) };
  const request = useAnswer<RandomAnswer>(explorer, hasSamples ? apiPath(space.id, 'random', query) : null, turn);
  const { answer, waiting } = request;
  if (!hasSamples) return null;
  const { states } = wordsFor(space);
  const close = () => {
    explorer.change({ chosenDepth: null });
    document.querySelector<HTMLElement>(`#${BARS_ID} [tabindex="0"]`)?.focus();
  };
  const title = `${capitalised(states)} ${countOf(depth, 'move')} away`;
  return (
    <Card
      of="samples"
      title={title}
      id={SAMPLES_ID}
      class="samples-card"
      tabIndex={-1}
      beside={<PushButton onPush={close}>Close</PushButton>}
    >
      <div class="row">
        <DepthField
          id="sampled"
          label="Distance"
          depth={depth}
          maxDepth={space.maxDepth ?? depth}
          onDepth={(other) => explorer.change({ chosenDepth: other })}
        />
        <PushButton onPush={() => setTurn(turn + 1)}>Show others</PushButton>
      </div>
      <div class="samples" aria-busy={waiting}>
        {answer?.states.length === 0 && <p class="note">No {states} are known at this distance.</p>}
        <StateChoices explorer={explorer} space={space} request={request} />
        {answer !== null && !answer.uniform && (
          <p class="note">This space is too large for uniform sampling: some {states} are more likely than others.</p>
        )}
      </div>
    </Card>
  );
}

/* Files of the browser. */

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves rows as a file of comma-separated values, with line feeds. */
export function saveRows(name: string, rows: readonly (readonly (string | number)[])[]): void {
  saveFile(name, rows.map((row) => `${row.map((value) => csvField(String(value))).join(',')}\n`).join(''));
}
