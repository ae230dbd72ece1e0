import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { open, type Running, serve } from '../../serve/server.js';
import { FULL, rows } from '../../suite.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

/** Starts a server, which ends with the test at the latest. */
async function served(...[words, cwd, env]: Parameters<typeof serve>): Promise<Running> {
  const server = await serve(words, cwd, env);
  onTestFinished(() => {
    server.process.kill('SIGKILL');
  });
  return server;
}

test('without tables it serves the 8-puzzle, reports this, and prints the address of the page on both outputs', async () => {
  const server = await served([], temporaryFolder());
  expect(server.err().split('\n')).toEqual([
    'antipode: no tables in out: enumerating the 8-puzzle instead',
    'antipode: serving 3x3, 4x4, 5x5; Ctrl-C stops it',
    `http://127.0.0.1:${server.port}/`,
    '',
  ]);
  const page = await fetch(`${server.url}/`);
  expect(await page.text()).toMatch(/^<!DOCTYPE html>/);
  const last = await fetch(`${server.url}/api/spaces/3x3/distance?state=${'x'.repeat(300)}`);
  expect(last.status).toBe(400);
  // The lines of the last requests are written at the end at the latest.
  await server.end('SIGINT');
  expect(server.out()).toBe(`${server.url}/\n`);
  const lines = server.err().split('\n').slice(3, -1);
  expect(lines).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z GET \/ 200 \d+\.\d ms$/),
    expect.stringMatching(/^\S+ GET \/api\/spaces\/3x3\/distance\?state=x+\.\.\. 400 \d+\.\d ms$/),
  ]);
});

test('it serves the tables in out/', async () => {
  const cwd = temporaryFolder();
  await antipode(['explore', '2x3'], { cwd });
  await antipode(['explore', 'pancake:5'], { cwd });
  const all = await served([], cwd);
  expect(all.err()).toContain('antipode: serving 2x3, pancake-5, 4x4, 5x5; Ctrl-C stops it\n');
  expect(await (await fetch(`${all.url}/api/spaces/pancake-5/distance?state=54321`)).json()).toMatchObject({
    distance: 1,
  });
});

test('signals such as Ctrl-C end it immediately, during a comparison and with open connections', async () => {
  const cwd = temporaryFolder();
  copyFileSync(fileURLToPath(new URL('../../fixtures/spaces/stuck.mjs', import.meta.url)), join(cwd, 'stuck.mjs'));
  await antipode(['explore', './stuck.mjs'], { cwd });
  const endedBy = async (signal: NodeJS.Signals) => {
    const server = await served([], cwd, { STUCK: 'forever' });
    const sockets = await Promise.all([open(server.port), open(server.port)]);
    sockets[0].write('GET /api/spaces HTTP/1.1\r\nHost: ');
    const comparison = await fetch(`${server.url}/api/spaces/${moduleFile(join(cwd, 'stuck.mjs'))}/searches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"state":"11"}',
    });
    expect(comparison.status).toBe(200);
    const [{ status, milliseconds }] = await Promise.all([
      server.end(signal),
      expect(comparison.text()).rejects.toThrow(),
    ]);
    expect(milliseconds).toBeLessThan(3000);
    return status;
  };
  const ends = rows(
    [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const,
    [0],
  );
  expect(await Promise.all(ends.map(([signal]) => endedBy(signal)))).toEqual(ends.map(([, status]) => status));
});

test('a port in use, and an address of another machine, are refused in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { status, out, err } = await antipode(['serve', '--port', String(port)], { cwd: temporaryFolder() });
  expect(err.split('\n').slice(1)).toEqual([
    `antipode: port ${port} of 127.0.0.1 is in use, possibly by another antipode serve: stop that, or choose another port with --port (0: a free port)`,
    '',
  ]);
  expect([status, out]).toEqual([1, '']);
  const elsewhere = await antipode(['serve', '--host', '192.0.2.1', '--port', '0'], { cwd: temporaryFolder() });
  expect(elsewhere.status).toBe(2);
  expect(elsewhere.err).toContain('--host must be an address of this machine, found 192.0.2.1 (EADDRNOTAVAIL)\n');
});

test.runIf(FULL)(
  'it warns when it listens on other addresses of the machine, and answers on each of them',
  async () => {
    const server = await served(['--host', '0.0.0.0'], temporaryFolder());
    expect(server.err()).toContain(
      'antipode: listening on 0.0.0.0: anyone who can reach this address can use the server\n',
    );
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
    );
    for (const { address } of others) expect(server.err()).toContain(`http://${address}:${server.port}/\n`);
    expect((await fetch(`http://127.0.0.2:${server.port}/api/spaces`)).status).toBe(200);
  },
);

const hasVersion6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.runIf(FULL && hasVersion6)('it prints IPv6 addresses in the form for browsers', async () => {
  const server = await served(['--host', '::1'], temporaryFolder());
  expect(server.url).toBe(`http://[::1]:${server.port}`);
  expect(server.err()).not.toContain('listening on');
  expect((await fetch(`${server.url}/api/spaces`)).status).toBe(200);
});
