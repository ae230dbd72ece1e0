/** Orders of groups by independent methods: all elements one by one, and stabilisers point by point. */

type Images = readonly number[];

const after = (first: Images, second: Images): Images => first.map((image) => second[image]);

/** Counts the elements that products of generators make. Only for small groups. */
export function countedOrder(generators: readonly Images[]): number {
  const elements = [generators[0].map((_, point) => point) as Images];
  const known = new Set(elements.map(String));
  for (const element of elements) {
    for (const generator of generators) {
      const next = after(element, generator);
      if (known.has(String(next))) continue;
      known.add(String(next));
      elements.push(next);
    }
  }
  return elements.length;
}

/**
 * Returns the product of the orbits of all points, each under the elements that fix the points before it. Their generators are those of Schreier's
 * lemma, of which Sims' filter keeps at most one for each first moved point and its image.
 * Source: P. J. Cameron, "Permutation Groups", 1999, section 1.13.
 */
export function plainOrder(generators: readonly Images[]): bigint {
  let order = 1n;
  let left = filtered(generators);
  for (let point = 0; point < generators[0].length; point++) {
    const paths = new Map<number, Images>([[point, generators[0].map((_, at) => at)]]);
    for (const [reached, path] of paths) {
      for (const generator of left) {
        if (!paths.has(generator[reached])) paths.set(generator[reached], after(path, generator));
      }
    }
    order *= BigInt(paths.size);
    const fixing = [...paths.values()].flatMap((path) =>
      left.map((generator) => {
        const there = after(path, generator);
        return after(there, backOf(paths.get(there[point]) as Images));
      }),
    );
    left = filtered(fixing);
  }
  return order;
}

function filtered(generators: readonly Images[]): Images[] {
  const kept = new Map<string, Images>();
  for (const generator of generators) {
    let element = generator;
    for (;;) {
      const first = element.findIndex((image, point) => image !== point);
      if (first < 0) break;
      const same = kept.get(`${first} ${element[first]}`);
      if (same === undefined) {
        kept.set(`${first} ${element[first]}`, element);
        break;
      }
      element = after(element, backOf(same));
    }
  }
  return [...kept.values()];
}

function backOf(images: Images): Images {
  const back = new Array<number>(images.length);
  for (const [point, image] of images.entries()) back[image] = point;
  return back;
}
