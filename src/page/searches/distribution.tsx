/** The distribution of all states by distance: its panel, the chart, and samples. Choosing a bar opens samples at its distance. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { mostOf } from '../../base/statistics.js';
import { countOf, shareText } from '../../base/text.js';
import type { DistributionAnswer, RandomAnswer } from '../../serve/answers.js';
import { FONT_SIZE, frame, verticalExtent } from '../../study/charts.js';
import { markup } from '../../study/markup.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/explorer.js';
import { useAnswer } from '../explorer/use-answer.js';
import { capitalised, type Words, wordsFor } from '../explorer/words.js';
import { Card, DepthField, PushButton } from '../play/controls.js';
import { StateChoices } from '../play/state-choices.js';
import { ChartFrame, LogScale, type ScaleName, scaleOf } from './chart.js';

export function DistributionPanel({ explorer, view, space }: PanelProps) {
  const { distribution, chosenDepth } = view;
  const words = wordsFor(space);
  const [scale, setScale] = useState<ScaleName>('counts');
  const [looked, setLooked] = useState<number | null>(null);
  const grows = view.grown !== null;
  useEffect(() => setScale(grows ? 'powers' : 'counts'), [grows]);
  const shown = looked ?? chosenDepth ?? view.distance ?? null;
  const files: Readonly<Record<string, (distribution: DistributionAnswer) => void>> = {
    SVG: (counts) =>
      saveFile(`distribution-${space.id}.svg`, 'image/svg+xml', savedChart(space.title, counts, words, scale)),
    CSV: ({ histogram }) =>
      saveRows(`distribution-${space.id}.csv`, [['distance', words.states], ...histogram.entries()]),
  };
  const buttons = (
    <div class="row">
      <LogScale scale={scale} onScale={setScale} />
      {Object.entries(files).map(([kind, save]) => (
        <PushButton key={kind} off={distribution === null} onPush={() => distribution && save(distribution)}>
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
          {distribution !== null && shown !== null && (
            <>
              Distance <strong>{shown}</strong>:{' '}
              {countAt(distribution.histogram[shown] ?? 0, distribution.states, words)}
            </>
          )}
        </p>
        {!space.hasTable && distribution?.source && (
          <p class="note">Published: {distribution.source}. No table holds examples.</p>
        )}
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
        <DistributionChart {...{ explorer, view, space, distribution }} scale={scale} onLook={setLooked} />
      )}
    </Card>
  );
}

/*
 * The number of states at each distance, as bars. Each bar is a button of the chart's height. Tab reaches one of them; arrow keys, Home and
 * End reach the others. Pressing the chosen bar again, or Escape, releases it.
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
  const { chosenDepth: chosen, grown } = view;
  const current = view.distance ?? null;
  const onChoose = (depth: number | null) => explorer.change({ chosenDepth: depth });
  const { histogram, states } = distribution;
  const last = histogram.length - 1;
  const bars = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const tabStop = stop ?? chosen ?? current ?? 0;
  const scale = scaleOf(name, mostOf(histogram));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const step = STEPS.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.min(last, Math.max(0, tabStop + step));
    setStop(to);
    bars.current?.querySelectorAll('button')[to].focus();
  };

  return (
    <ChartFrame
      scale={scale}
      last={last}
      xTitle={`Moves ${words.away}`}
      yTitle={capitalised(words.states)}
      marked={current}
    >
      <fieldset
        id={BARS_ID}
        class={histogram.length > DENSE ? 'bars dense' : 'bars'}
        ref={bars}
        aria-label={`${words.states} at each distance`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => onLook(null)}
      >
        {histogram.map((count, depth) => (
          <button
            key={depth}
            type="button"
            class={`bar${depth === current ? ' current' : ''}`}
            tabIndex={depth === tabStop ? 0 : -1}
            {...(space.hasTable ? { 'aria-pressed': depth === chosen } : { 'aria-disabled': true })}
            aria-label={`Distance ${depth}: ${countAt(count, states, words)}${depth === current ? ', you are here' : ''}`}
            onClick={() => space.hasTable && onChoose(depth === chosen ? null : depth)}
            onFocus={() => {
              setStop(depth);
              onLook(depth);
            }}
            onBlur={() => onLook(null)}
            onPointerEnter={() => onLook(depth)}
          >
            {(grown === null || depth <= grown) && (
              <span class="fill" style={{ height: `${scale.height(count) * 100}%` }} />
            )}
          </button>
        ))}
      </fieldset>
    </ChartFrame>
  );
}

/** Returns a count with its share, such as `24,047 positions, 13.25 %`. */
function countAt(count: number, of: number, words: Words): string {
  return `${countOf(count, words.state)}, ${shareText(count / of)}`;
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
  const title = `${capitalised(states)} ${depth} ${depth === 1 ? 'move' : 'moves'} away`;
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

/* The distribution as a file for papers and slides: a picture that does not depend on the page's style sheet. */

const WIDTH = 640;
const HEIGHT = 360;
/** Height of the title line above the chart. */
const TITLE_HEIGHT = 34;
const TITLE_SIZE = 15;
/** The light colours of colours.css. */
const BAR = '#0072b2';
const INK = '#1c2024';
const SHARE_OF_STEP = 0.84;
/** Minimum height of a bar whose count is not 0. */
const LEAST_HEIGHT = 0.5;

/**
 * Draws the distribution.
 * @param title displayed name of the space
 * @returns a complete SVG file
 */
export function savedChart(
  title: string,
  { histogram, states }: Pick<DistributionAnswer, 'histogram' | 'states'>,
  words: Words,
  name: ScaleName,
): string {
  const scale = scaleOf(name, mostOf(histogram));
  const size = { width: WIDTH, height: HEIGHT - TITLE_HEIGHT };
  const { top, bottom } = verticalExtent(size);
  const at = (height: number) => bottom - height * (bottom - top);
  const y = {
    title: `${capitalised(words.states)}${name === 'powers' ? ' (logarithmic scale)' : ''}`,
    at: (count: number) => at(scale.height(count)),
    ticks: scale.ticks.map(({ height, label }) => ({ at: at(height), label })),
  };
  const { plot, x, step, grid, axes } = frame(`Moves ${words.away}`, y, size, 0, histogram.length - 1);
  const width = step * SHARE_OF_STEP;
  const heading = `${title}: ${words.states} at each distance`;
  const bars = histogram.map((count, depth) => {
    const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, bottom - y.at(count));
    const tip = `Distance ${depth}: ${countAt(count, states, words)}`;
    return markup`<rect x="${x.at(depth) - width / 2}" y="${bottom - height}" width="${width}" height="${height}"><title>${tip}</title></rect>
`;
  });
  const { text } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${heading}" font-family="Helvetica, Arial, sans-serif" font-size="${FONT_SIZE}" fill="${INK}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${plot.left}" y="24" font-size="${TITLE_SIZE}" font-weight="bold">${heading}</text>
<g transform="translate(0 ${TITLE_HEIGHT})">
${grid}
<g class="bars" fill="${BAR}">
${bars}</g>
${axes}
</g>
</svg>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/** Saves a text as a file of the browser. */
function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves rows as a file of comma-separated values (RFC 4180, with line feeds). */
export function saveRows(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const field = (value: string | number) => {
    const text = String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  saveFile(name, 'text/csv', rows.map((row) => `${row.map(field).join(',')}\n`).join(''));
}
