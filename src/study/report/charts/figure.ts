/** A chart in the page, drawn once for each width, so that its text is always readable. */

import { type Markup, markup } from './markup.js';
import { FONT_SIZE, type Size } from './plot.js';

export interface Figure {
  readonly title: string;
  /** Caption, one or two sentences. */
  readonly caption: string;
  /** Description for screen readers. @default the caption */
  readonly label?: string;
  /** Returns the content of an SVG of this size. */
  readonly draw: (size: Size) => Markup;
}

/** Sizes, of which the page's style shows one: narrow below 33rem, wide below 56rem, and full beyond. */
const SIZES = {
  narrow: { width: 340, height: 250 },
  wide: { width: 580, height: 320 },
  full: { width: 1000, height: 340 },
} as const;

/** Returns a figure that takes half the width of a large page. */
export function figure(content: Figure): Markup {
  return markup`<figure>
${headOf(content)}
${drawn(content, 'narrow')}
${drawn(content, 'wide')}
</figure>
`;
}

/** Returns a figure that takes the full width of a large page. */
export function fullFigure(content: Figure): Markup {
  return markup`<figure class="whole">
${headOf(content)}
${drawn(content, 'narrow')}
${drawn(content, 'wide')}
${drawn(content, 'full')}
</figure>
`;
}

function headOf({ title, caption }: Figure): Markup {
  return markup`<figcaption><strong>${title}</strong> ${caption}</figcaption>`;
}

function drawn({ title, caption, label = caption, draw }: Figure, size: keyof typeof SIZES): Markup {
  const { width, height } = SIZES[size];
  return markup`<svg class="chart ${size}" role="img" aria-label="${`${title}. ${label}`}" viewBox="0 0 ${width} ${height}" font-size="${FONT_SIZE}">
${draw(SIZES[size])}
</svg>`;
}
