/** Measured times of enumerations, by the example of a puzzle: those of the gallery in docs/explanations/groups.md. */

/** Seconds of the search alone on two threads of two cores (AMD EPYC), without set-up and table, in the usual metric. */
export const MEASURED_SECONDS: Readonly<Record<string, number>> = {
  'pancake:10': 0.015,
  'burnt-pancake:8': 0.02,
  'topspin:10,4': 0.02,
  'cube-2x2x2': 0.011,
  'corners-3x3x3': 0.21,
  skewb: 0.012,
  dino: 0.467,
  pyraminx: 0.004,
  'jing-pyraminx': 0.102,
  m24: 0.506,
  moonspinner: 100,
};
