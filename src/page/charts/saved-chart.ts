/** The distribution as a file for papers and slides: a picture that does not depend on the page's style sheet. */

import { mostOf } from '../../base/statistics.js';
import { countOf, shareText } from '../../base/text.js';
import type { DistributionAnswer } from '../../serve/answers.js';
import { FONT_SIZE, frame, verticalExtent } from '../../study/report/charts.js';
import { markup } from '../../study/report/markup.js';
import { capitalised, type Words } from '../explorer/words.js';
import { type ScaleName, scaleOf } from './chart.js';

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
    const tip = `Distance ${depth}: ${countOf(count, words.state)}, ${shareText(count / states)}`;
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
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
