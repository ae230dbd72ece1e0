/** The distribution alone, as an SVG file for a paper: black on white, and nothing but the picture. */

import { distributionChart, distributionSentence } from './distribution-chart.js';
import { markup } from './markup.js';
import { FONT_SIZE } from './plot.js';
import type { StateWords } from './state-words.js';

/** Text of 12 units is 7 points high if the picture is as wide as a column of 3.3 inches. */
const SIZE = { width: 420, height: 270 };

/**
 * Draws the distribution.
 * @param space its full name
 * @param histogram states of each distance 0, 1, 2 ...
 * @returns a whole file
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
