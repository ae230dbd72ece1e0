/** A chart in the page, drawn once for each width that it may have, so that its text is never too small to read. */

import { type Markup, markup } from './markup.js';
import { FONT_SIZE, type Size } from './plot.js';

export interface Figure {
  readonly title: string;
  /** Its caption, of a sentence or two. */
  readonly caption: string;
  /** A description for readers who cannot see it. @default the caption */
  readonly label?: string;
  /** The content of an SVG of a size. */
  readonly draw: (size: Size) => Markup;
}

/** The page's style shows one of them: narrow below 33rem, wide below 56rem, and full beyond. */
const SIZES = {
  narrow: { width: 340, height: 250 },
  wide: { width: 580, height: 320 },
  full: { width: 1000, height: 340 },
} as const;

/** One that takes a half of a large page. */
export function figure(content: Figure): Markup {
  return markup`<figure>
${headOf(content)}
${drawn(content, 'narrow')}
${drawn(content, 'wide')}
</figure>
`;
}

/** One that takes all of a large page. */
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
