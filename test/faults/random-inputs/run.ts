/**
 * Gives parsers random inputs, in a process of its own so that its memory can be bounded: `node run.js texts` or `files`. Prints a
 * report of each as a line of JSON; where an input makes one crash or take long, the report names the seed and the input.
 */

import fc from 'fast-check';
import { peakMemory } from '../../peak-memory.js';
import { FILE_PARSERS } from './file-parsers.js';
import { LONGEST_MESSAGE, type Parser, type Report, TYPED_ERRORS } from './parser.js';
import { RandomText } from './random-text.js';
import { TEXT_PARSERS } from './text-parsers.js';

/** Most inputs end with an error, and half of the time would go into noting where each of them comes from. */
Error.stackTraceLimit = 2;

/** No input takes longer, in milliseconds; machines may be busy with other things. */
const LONGEST_TIME = 2000;

/** So many inputs follow from one seed. */
const BATCH = 100;

/** Of a run that is repeated. */
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

/** Whether it says in one line of bounded length what is wrong with the input. */
function isSaid(error: unknown): boolean {
  if (!(error instanceof Error) || !TYPED_ERRORS.includes(error.name)) return false;
  return error.message.length <= LONGEST_MESSAGE && !/[\n\r]/.test(error.message);
}

function shown(input: unknown): string {
  return JSON.stringify(input, (_, part) => (typeof part === 'bigint' ? String(part) : part)).slice(0, 3000);
}

for (const parser of process.argv[2] === 'files' ? FILE_PARSERS : TEXT_PARSERS) {
  process.stdout.write(`${JSON.stringify(await run(parser))}\n`);
}
