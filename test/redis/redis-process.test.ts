import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from './certificates.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from './redis-process.js';

/** Returns a connection that ends with the test. */
function connected(url: string, ca?: Buffer): Redis {
  const tls = ca === undefined ? {} : { tls: { ca } };
  const redis = new Redis(url, { ...tls, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}

describe.skipIf(WITHOUT_REDIS)(`the redis-server of a test${LEFT_OUT}`, () => {
  test('keeps its data after a kill, or starts empty', async () => {
    const server = await RedisProcess.start();
    expect(await connected(server.url).set('key', 'value')).toBe('OK');
    await server.kill();
    await server.startAgain();
    expect(await connected(server.url).get('key')).toBe('value');
    await server.kill();
    await server.startEmpty();
    expect(await connected(server.url).get('key')).toBeNull();
  });

  test('has a password', async () => {
    const server = await RedisProcess.start({ password: 'secret' });
    expect(await connected(server.url).ping()).toBe('PONG');
    await expect(connected(server.urlWith(undefined)).get('key')).rejects.toThrow('NOAUTH');
  });

  test('supports TLS', async () => {
    const certificates = makeCertificates();
    const server = await RedisProcess.start({ certificates });
    const ca = readFileSync(certificates.trusted.NODE_EXTRA_CA_CERTS);
    expect(await connected(server.url, ca).ping()).toBe('PONG');
    await expect(connected(server.url).ping()).rejects.toThrow();
  });

  test('can be set to evict keys', async () => {
    const server = await RedisProcess.start({ maxmemoryPolicy: 'allkeys-lru' });
    expect(await connected(server.url).config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'allkeys-lru']);
  });
});
