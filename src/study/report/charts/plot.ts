/** Where the parts of a chart lie. Lengths are SVG's user units, y grows downwards. */

/** A whole chart. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The rectangle that values are drawn in. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FONT_SIZE = 12;

/** Room for the labels of the horizontal axis and its title. */
const BELOW = 40;
/** Half a line of text, that the topmost label does not lose its head. */
const ABOVE = 10;
/** Half a label of the last tick. */
const BESIDE = 12;
/** A turned title. */
const TITLE_HEIGHT = 18;
/** Between a vertical axis and its labels. */
export const LABEL_GAP = 6;

/**
 * @param labels of the vertical axis
 * @param right room for what stands to the right of the values
 */
export function plotOf({ width, height }: Size, labels: readonly string[], right = BESIDE): Plot {
  const labelWidth = Math.max(...labels.map(textWidth));
  return {
    left: Math.ceil(TITLE_HEIGHT + labelWidth + LABEL_GAP),
    right: width - right,
    ...verticalExtent(height),
  };
}

/** The part of a plot that does not depend on its labels. */
export function verticalExtent(height: number): Pick<Plot, 'top' | 'bottom'> {
  return { top: ABOVE, bottom: height - BELOW };
}

/** About as wide as a text is at FONT_SIZE, rather too much than too little, as the reader's font is unknown. */
export function textWidth(text: string): number {
  return text.length * FONT_SIZE * 0.58;
}

/** A mark on an axis. */
export interface Tick {
  /** Its place, in user units. */
  readonly at: number;
  readonly label: string;
}
