/** Checks the page with axe. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the faults that axe finds, each with the first element that has it. */
export async function violations(page: Page): Promise<string[]> {
  // By the debugger: the page's policy lets no other script in.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Result[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: false } } })).violations;
  });
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}
