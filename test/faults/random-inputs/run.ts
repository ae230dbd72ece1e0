/**
 * Tests parsers with random inputs, in a separate process whose memory can be limited. Prints a report of each parser as a line of JSON. If an input causes a crash or takes long, the report contains the seed and the input.
 */

import fc from 'fast-check';
import { peakMemory } from '../../peak-memory.js';
import { FILE_PARSERS } from './file-parsers.js';
import { LONGEST_MESSAGE, type Parser, type Report, TYPED_ERRORS } from './parser.js';
import { RandomText } from './random-text.js';
import { TEXT_PARSERS } from './text-parsers.js';

/** Short stack traces, because most inputs end with an error, and full traces would take half of the time. */
Error.stackTraceLimit = 2;

/** Maximum milliseconds of an input, on a machine that may be busy. */
const LONGEST_TIME = 2000;

/** Number of inputs per seed. */
const BATCH = 100;

/** Seed of a run to repeat. */
const { SEED } = process.env;

async function run(parser: Parser) {
  let slowest = 0;
  let accepted = 0;
  const tryOne = async (input: unknown) => {
    const begin = performance.now();
    try {
      const parsed = parser.parse(input);
      if (parsed instanceof Promise) await parsed;
      accepted++;
    } catch (error) {
      if (!isSaid(error)) {
        const what = error instanceof Error ? error.stack?.slice(0, 1500) : error;
        throw new Error(`${shown(input)} ends with ${what}`);
      }
    }
    const time = performance.now() - begin;
    slowest = Math.max(slowest, time);
    if (time > LONGEST_TIME) throw new Error(`${shown(input)} takes ${time} ms`);
  };
  const property = fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
    const random = new RandomText(seed);
    for (let left = BATCH; left > 0; left--) await tryOne(parser.random(random));
  });
  const { failed, numRuns, seed, errorInstance } = await fc.check(property, {
    numRuns: parser.inputs / BATCH,
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  });
  const failure = failed
    ? `seed ${seed}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`
    : null;
  const memory = peakMemory();
  return { name: parser.name, inputs: numRuns * BATCH, accepted, slowest, memory, failure } satisfies Report;
}

/** Returns true if an error describes the wrong input in one line of limited length. */
function isSaid(error: unknown): boolean {
  if (!(error instanceof Error) || !TYPED_ERRORS.includes(error.name)) return false;
  return error.message.length <= LONGEST_MESSAGE && !/[\n\r]|\[object /.test(error.message);
}

function shown(input: unknown): string {
  return JSON.stringify(input, (_, part) => (typeof part === 'bigint' ? String(part) : part)).slice(0, 3000);
}

for (const parser of [...TEXT_PARSERS, ...FILE_PARSERS]) {
  process.stdout.write(`${JSON.stringify(await run(parser))}\n`);
}
