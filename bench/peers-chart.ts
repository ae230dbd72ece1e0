/** The chart of antipode beside its peers: two bars for each task, on a logarithmic scale of seconds. */

import { scaleLog } from 'd3-scale';
import { grouped } from '../src/base/text.js';
import { Markup, markup } from '../src/study/markup.js';
import type { Comparison } from './peers.js';

const WIDTH = 760;
/** The plot. On its left stand the tasks, on its right there is room for the label of the longest bar. */
const [LEFT, RIGHT, TOP] = [232, 664, 84];
const BELOW = 52;
const GROUP_HEIGHT = 46;
const BAR_HEIGHT = 15;
/** From the top of a bar to the baseline of its text. */
const BASELINE = 11.5;

/** The colours of the report, on white and on black. */
const LIGHT = { paper: '#fff', ink: '#1c2024', faint: '#5b6470', rule: '#dfe3e8', ours: '#0072b2', theirs: '#9aa4b0' };
const DARK = {
  paper: '#14171a',
  ink: '#e8eaed',
  faint: '#a3adb8',
  rule: '#363d45',
  ours: '#56b4e9',
  theirs: '#727d89',
};
const STYLE = new Markup(`${rules(LIGHT)}
@media (prefers-color-scheme: dark) { ${rules(DARK)} }`);

/** Draws the fastest run of each. @returns a whole SVG file */
export function speedChart(
  comparisons: readonly Comparison[],
  machine: { readonly cpu: string; readonly threads: number },
): string {
  const seconds = comparisons.flatMap(({ theirs, ours }) => [theirs.least, ours.least]);
  const first = Math.floor(Math.log10(Math.min(...seconds)));
  const last = Math.ceil(Math.log10(Math.max(...seconds)));
  const x = scaleLog([10 ** first, 10 ** last], [LEFT, RIGHT]);
  const bottom = TOP + comparisons.length * GROUP_HEIGHT;
  const height = bottom + BELOW;
  const spoken = comparisons.map(({ task, peer, theirs, ours }) => {
    return `${task}: ${peer} ${label(theirs.least)}, antipode ${label(ours.least)}. `;
  });
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)).map((tick) => {
    return markup`<path class="rule" d="M${x(tick)} ${TOP - 6}V${bottom}"/><text class="faint" text-anchor="middle" x="${x(tick)}" y="${bottom + 16}">${`${grouped(tick)} s`}</text>
`;
  });
  const { text } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="12">
<title id="title">Seconds that antipode and its peers take for the same tasks</title>
<desc id="desc">${spoken}</desc>
<style>
${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
<text x="16" y="28" font-size="15" font-weight="600">Seconds that whole processes take for the same tasks</text>
<rect class="ours" x="16" y="42" width="${BAR_HEIGHT}" height="${BAR_HEIGHT}"/><text x="38" y="${42 + BASELINE}">antipode</text>
<rect class="theirs" x="110" y="42" width="${BAR_HEIGHT}" height="${BAR_HEIGHT}"/><text x="132" y="${42 + BASELINE}">the program named beside the bar</text>
${ticks}${comparisons.map((comparison, index) => bars(comparison, TOP + index * GROUP_HEIGHT, x))}<text class="faint" x="16" y="${height - 12}">${`${machine.cpu}, ${machine.threads} cores; fastest of three runs; logarithmic scale`}</text>
</svg>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

function bars({ task, peer, states, theirs, ours }: Comparison, top: number, x: (seconds: number) => number): Markup {
  const second = top + BAR_HEIGHT + 1;
  const bar = (seconds: number, kind: string, y: number, name: string) =>
    markup`<rect class="${kind}" x="${LEFT}" y="${y}" width="${x(seconds) - LEFT}" height="${BAR_HEIGHT}"/><text x="${x(seconds) + 6}" y="${y + BASELINE}">${`${label(seconds)}${name}`}</text>`;
  const size = states === undefined ? null : `${grouped(states)} states`;
  return markup`<text x="16" y="${top + BASELINE}">${task}</text><text class="faint" x="16" y="${second + BASELINE}">${size}</text>
${bar(theirs.least, 'theirs', top, ` ${peer}`)}${bar(ours.least, 'ours', second, '')}
`;
}

/** Two significant digits. */
function label(seconds: number): string {
  return `${seconds >= 10 ? Math.round(seconds) : Number(seconds.toPrecision(2))} s`;
}

function rules({ paper, ink, faint, rule, ours, theirs }: typeof LIGHT): string {
  return [
    `text { fill: ${ink} } .faint { fill: ${faint} } .paper { fill: ${paper} }`,
    `.rule { stroke: ${rule} } .ours { fill: ${ours} } .theirs { fill: ${theirs} }`,
  ].join(' ');
}
