/** Brings the position into view if something further down the page has set it up. */

/** The id of the position's section. */
export const POSITION_ID = 'position';

/** Parts of the screen within which the section's end and beginning are near enough. */
const LEAST_END = 0.25;
const MOST_TOP = 0.75;
/** Pixels of its beginning that may be beyond the screen. */
const HIDDEN = 40;

/** @param focus true if the focus goes along */
export function comeIntoView(focus: boolean): void {
  const position = document.getElementById(POSITION_ID);
  if (position === null) return;
  const { top, bottom } = position.getBoundingClientRect();
  if (bottom > innerHeight * LEAST_END && top < innerHeight * MOST_TOP && top > -HIDDEN) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  if (focus) position.focus({ preventScroll: true });
  position.scrollIntoView({ block: 'start', behavior });
}
