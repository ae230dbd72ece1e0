/** Layout of a chart. Lengths are SVG user units, y grows downwards. */

/** Size of a whole chart. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rectangle that values are drawn in. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const FONT_SIZE = 12;

/** Height of the horizontal axis's labels and title. */
const BELOW = 40;
/** Half a line of text, so that the topmost label is not cut off. */
const ABOVE = 10;
/** Half the width of the last tick's label. */
const BESIDE = 12;
/** Width of a rotated title. */
const TITLE_HEIGHT = 18;
/** Distance between a vertical axis and its labels. */
export const LABEL_GAP = 6;

/**
 * @param labels labels of the vertical axis
 * @param right width to the right of the values
 */
export function plotOf({ width, height }: Size, labels: readonly string[], right = BESIDE): Plot {
  const labelWidth = Math.max(...labels.map(textWidth));
  return {
    left: Math.ceil(TITLE_HEIGHT + labelWidth + LABEL_GAP),
    right: width - right,
    ...verticalExtent(height),
  };
}

/** Returns the part of a plot that does not depend on its labels. */
export function verticalExtent(height: number): Pick<Plot, 'top' | 'bottom'> {
  return { top: ABOVE, bottom: height - BELOW };
}

/** Returns an estimate of a text's width at FONT_SIZE, rather too wide, because the reader's font is unknown. */
export function textWidth(text: string): number {
  return text.length * FONT_SIZE * 0.58;
}

/** A mark on an axis. */
export interface Tick {
  /** Position, in user units. */
  readonly at: number;
  readonly label: string;
}
