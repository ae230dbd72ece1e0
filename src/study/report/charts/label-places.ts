/** Places of labels, moved just enough that no label covers another. */

/**
 * @param wanted preferred place of each label
 * @param gap minimum distance between two labels; all labels must fit between `least` and `most`
 * @returns the place of each label, in the order of `wanted`; labels keep their order from top to bottom
 */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  let next = least;
  for (const label of order) {
    places[label] = Math.max(wanted[label], next);
    next = places[label] + gap;
  }
  // Labels beyond the end move back, and push the labels before them.
  let previous = most;
  for (const label of order.reverse()) {
    places[label] = Math.min(places[label], previous);
    previous = places[label] - gap;
  }
  return places;
}
