import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIREFOX, Firefox } from './firefox.js';
import { ISOLATING, serveFiles } from './static-server.js';

if (FIREFOX === undefined) {
  process.stdout.write(
    'Left out: the tests in Firefox; apt-get install firefox-esr, or name one in the variable FIREFOX\n',
  );
}

const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));
const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';

describe.skipIf(FIREFOX === undefined)('in Firefox', () => {
  let firefox: Firefox;
  let [isolated, plain]: Awaited<ReturnType<typeof serveFiles>>[] = [];
  const distance = () => firefox.text("document.querySelector('.distance .number')?.textContent");
  beforeAll(async () => {
    [isolated, plain] = await Promise.all([serveFiles(SITE, ISOLATING), serveFiles(SITE)]);
    firefox = await Firefox.launch(FIREFOX as string);
  });
  afterAll(async () => {
    for (const { server } of [isolated, plain]) server.close();
    await firefox.close();
  });

  test.for([
    ['the file antipode.html, on one thread,', () => `file://${SITE}antipode.html`, 'false'],
    ['the isolated site', () => isolated.address, 'true'],
    ['the site of a plain server, which isolates itself,', () => plain.address, 'true'],
  ] as const)('%s explores the 8-puzzle and solves a position', async ([, address, isIsolated]) => {
    await firefox.goto(address() + ANTIPODE);
    await expect.poll(distance).toBe('31');
    expect(await firefox.text('crossOriginIsolated')).toBe(isIsolated);
    expect(await firefox.text("document.querySelectorAll('.bar').length")).toBe('32');
    await firefox.text(`document.querySelector('[aria-label="Last"]').click()`);
    await expect.poll(distance).toBe('0');
    await expect.poll(() => firefox.text("document.querySelector('.step').textContent")).toMatch(/^Step 31 of 31/);
  });

  test('the site opens without a network once it has been visited', async () => {
    const { server, address } = await serveFiles(SITE);
    await firefox.goto(address + ANTIPODE);
    await expect.poll(distance).toBe('31');
    server.close();
    server.closeAllConnections();
    await firefox.goto(`${address}?space=3x3&state=1,2,3,4,5,6,7,x,8`);
    await expect.poll(distance).toBe('1');
  });
});
