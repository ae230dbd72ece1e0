/** Servers with a password, with TLS, or that may evict jobs; and wrong addresses. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { openCoordinator } from '#src/runs/queue/coordinator.js';
import { connectServer, QueueError } from '#src/runs/queue/redis-server.js';
import { makeCertificates } from '../../redis/certificates.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import { startCoordinator, startWorker } from './processes.js';

/** Connects and disconnects. @returns the lines shown to the user */
async function notesOf(url: string): Promise<string[]> {
  const notes: string[] = [];
  const server = await connectServer(url, (message) => notes.push(message));
  server.disconnect();
  return notes;
}

/** Returns the line with which a connection is refused. */
async function refusalOf(url: string): Promise<string> {
  const error = await notesOf(url).catch((refusal) => refusal);
  expect(error).toBeInstanceOf(QueueError);
  expect(error.message).not.toContain('\n');
  expect(error.message).not.toContain('secret');
  return error.message;
}

/**
 * Starts a server whose connections end.
 * @param lastCommands for each connection in turn, the command at which it ends, or null; those of later connections do not end
 * @returns the rest of these commands, which shrinks
 */
async function startLosing(lastCommands: (string | null)[]) {
  const { port } = await RedisProcess.start();
  const between = createServer((socket) => {
    const last = lastCommands.shift() ?? null;
    const server = connect(port, '127.0.0.1');
    for (const each of [socket, server]) each.on('error', () => each.destroy());
    socket.on('close', () => server.destroy());
    server.pipe(socket);
    socket.on('data', (bytes) => {
      if (last !== null && bytes.toString('latin1').toLowerCase().includes(last)) socket.destroy();
      else server.write(bytes);
    });
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void between.close());
  return { url: `redis://127.0.0.1:${(between.address() as AddressInfo).port}`, lastCommands };
}

test('a host that does not exist is refused in one line', async () => {
  expect(await refusalOf('redis://:secret@antipode.invalid:6379')).toMatch(
    /^redis:\/\/antipode\.invalid:6379 cannot be used: (there is no such host|the name of the host cannot be resolved) \(E\w+\)$/,
  );
});

describe.skipIf(WITHOUT_REDIS)(`a server${LEFT_OUT}`, () => {
  test('with a password is used with it, and refused without it or with another one', async () => {
    const server = await RedisProcess.start({ password: 'secret' });
    const shown = `redis://127.0.0.1:${server.port}`;
    expect(await notesOf(server.url)).toEqual([]);
    const asks = `${shown} cannot be used: it requires a password: write redis://:password@host`;
    expect(await refusalOf(server.urlWith(undefined))).toBe(asks);
    expect(await refusalOf(server.urlWith('secretive'))).toBe(
      `${shown} cannot be used: the user or the password is wrong`,
    );
  });

  test('with TLS is refused if its authority is unknown, or without TLS', async () => {
    const { url } = await RedisProcess.start({ certificates: makeCertificates() });
    expect(await refusalOf(url)).toMatch(/^\S+ cannot be used: its certificate is [^\n]*NODE_EXTRA_CA_CERTS \(\w+\)$/);
    expect(await refusalOf(url.replace('rediss', 'redis'))).toMatch(/^\S+ cannot be used: [^\n]*rediss:\/\//);
  });

  test.runIf(FULL)('without TLS does not answer requests with TLS', async () => {
    const { url } = await RedisProcess.start();
    const withTls = url.replace('redis', 'rediss');
    expect(await refusalOf(withTls)).toBe(
      `${withTls} cannot be used: it does not answer: without TLS write redis:// (ETIMEDOUT)`,
    );
  });

  test.each([
    ['antipode:run', 'list', 'string'],
    ['antipode:workers', 'list', 'hash'],
    ['bull:antipode:events', 'list', 'stream'],
  ])('in which another program has written %s as a %s is refused in one line', async (name, found, expected) => {
    const { url } = await RedisProcess.start();
    const server = await connectServer(`${url}/3`, () => {});
    await server.client.lpush(name, 'another program');
    server.disconnect();
    expect(await refusalOf(`${url}/3`)).toBe(
      `${url}/3 has a ${found} under the name ${name}, where antipode keeps a ${expected}: remove it, or give another database, such as ${url}/1`,
    );
    expect(await notesOf(url)).toEqual([]);
  });

  test('that may evict jobs is warned about', async () => {
    const server = await RedisProcess.start({ maxmemoryPolicy: 'allkeys-lru' });
    expect(await notesOf(server.url)).toEqual([
      `${server.url} may discard jobs when its memory is full (maxmemory-policy allkeys-lru): set it to noeviction; lost jobs are handed out again`,
    ]);
  });

  test('that is lost twice in a row, before it answers and before the next connection is ready, is used', async () => {
    // The types of keys, then the question of the next connection if the server is ready.
    const { url, lastCommands } = await startLosing(['type', 'info']);
    expect(await notesOf(url)).toEqual([`${url} is unreachable: waiting for it`, `${url} is back`]);
    expect(lastCommands).toEqual([]);
  });

  test('that is lost while a coordinator opens its second connection is used', async () => {
    const { url, lastCommands } = await startLosing([null, 'info']);
    const coordinator = await openCoordinator({ url, program: 'tested' });
    expect(lastCommands).toEqual([]);
    await coordinator.close();
  });

  test.runIf(FULL)('that accepts a connection and says nothing is refused', async () => {
    const silent = createServer((socket) => void socket.resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void silent.close());
    const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await refusalOf(url)).toBe(`${url} cannot be used: it does not answer (ETIMEDOUT)`);
  });

  test.runIf(FULL)('with a password and TLS hands out a run', async () => {
    const certificates = makeCertificates();
    const { url } = await RedisProcess.start({ password: 'secret', certificates });
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const place = { env: certificates.trusted };
    const coordinator = startCoordinator(run, place);
    const worker = startWorker(run, place);
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    for (const { ended } of [coordinator, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
    expect(worker.events.filter(({ type }) => type === 'made').length).toBeGreaterThan(10);
  });
});

test.each([
  ['localhost:6379', "a queue must be redis://host:6379, or rediss:// with TLS; found 'localhost:6379'"],
  ['', "a queue must be redis://host:6379, or rediss:// with TLS; found ''"],
  ['http://:secret@host', "a queue must be redis://host:6379, or rediss:// with TLS; found 'http://host'"],
  ['redis://:secret@host/queue', 'redis://host/queue: the path must be the number of a database, such as /1'],
])('%s is not an address of a queue, and no password is shown', async (url, message) => {
  await expect(connectServer(url, () => {})).rejects.toThrow(new InputError(message));
});

test('a missing server is reported in one line', async () => {
  // A free port, because only the system itself may listen there.
  await expect(connectServer('redis://:secret@127.0.0.1:1', () => {})).rejects.toThrow(
    new QueueError('redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)'),
  );
});
