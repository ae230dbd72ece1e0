/** Checks the page with axe. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe finds, each with the first element concerned. */
export async function violations(page: Page): Promise<string[]> {
  // Run by the debugger, because the page's policy blocks other scripts.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Result[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: false } } })).violations;
  });
  return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}
