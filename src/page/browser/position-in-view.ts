/** Scrolls the position into view if a control further down the page has set it up. */

/** Id of the position's section. */
export const POSITION_ID = 'position';

/** Fractions of the screen's height: the minimum for the section's end, and the maximum for its beginning. */
const LEAST_END = 0.25;
const MOST_TOP = 0.75;
/** Maximum number of pixels of the section above the screen. */
const HIDDEN = 40;

/** Scrolls to the position unless it is in view. @param focus true to move the focus as well */
export function comeIntoView(focus: boolean): void {
  const position = document.getElementById(POSITION_ID);
  if (position === null) return;
  const { top, bottom } = position.getBoundingClientRect();
  if (bottom > innerHeight * LEAST_END && top < innerHeight * MOST_TOP && top > -HIDDEN) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  if (focus) position.focus({ preventScroll: true });
  position.scrollIntoView({ block: 'start', behavior });
}
