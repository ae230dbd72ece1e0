/** The distribution alone, as a black-on-white SVG file for a paper. */

import { distributionChart, distributionSentence } from './distribution-chart.js';
import { markup } from './markup.js';
import { FONT_SIZE } from './plot.js';
import type { StateWords } from './state-words.js';

/** Width in units: text of 12 units is then 7 points high in a column of 3.3 inches. */
const SIZE = { width: 420, height: 270 };

/**
 * Draws the distribution.
 * @param space full name of the space
 * @param histogram number of states at each distance 0, 1, 2 ...
 * @returns the contents of the file
 */
export function distributionSvg(space: string, histogram: readonly number[], words: StateWords): string {
  const { width, height } = SIZE;
  const { text } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="Helvetica, Arial, sans-serif" font-size="${FONT_SIZE}">
<title id="title">${space}: ${words.states} at each ${words.distance}</title>
<desc id="desc">${distributionSentence(histogram, words)}</desc>
<rect width="${width}" height="${height}" fill="#fff"/>
${distributionChart(histogram, SIZE, words)}
</svg>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}
