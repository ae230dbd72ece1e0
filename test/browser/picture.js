/** Takes the picture of the page for the README, docs/explorer.png: `npm run picture`, after a build. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const CLI = fileURLToPath(new URL('../../dist/program/cli.cjs', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../docs/explorer.png', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
execFileSync(process.execPath, [CLI, 'explore', '3x4'], { cwd: folder, stdio: 'ignore' });
const server = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'pipe'],
});
const address = await new Promise((resolve) => {
  let said = '';
  server.stderr.on('data', (text) => {
    said += text;
    const found = /^http:\S+$/m.exec(said);
    if (found !== null) resolve(found[0]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(`${address}?space=3x4&state=9,x,8,7,6,5,4,3,2,1,10,11`);
  await page.getByRole('button', { name: 'Show distance' }).click();
  for (let step = 1; step <= 6; step++) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText(`Step ${step} of 28`).waitFor();
  }
  await page.mouse.move(5, 5);
  await page.locator('.tile.best').first().waitFor();
  await page.screenshot({ path: PICTURE });
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`docs/explorer.png: ${statSync(PICTURE).size} bytes\n`);
