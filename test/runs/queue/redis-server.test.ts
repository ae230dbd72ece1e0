import { expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { QueueError, RedisServer } from '#src/runs/queue/redis-server.js';

test.each([
  ['localhost:6379', "a queue must be redis://host:6379, or rediss:// with TLS; found 'localhost:6379'"],
  ['', "a queue must be redis://host:6379, or rediss:// with TLS; found ''"],
  ['http://:secret@host', "a queue must be redis://host:6379, or rediss:// with TLS; found 'http://host'"],
  ['redis://:secret@host/queue', 'redis://host/queue: the path must be the number of a database, such as /1'],
])('%s is not an address of a queue, and no password is shown', async (url, message) => {
  await expect(RedisServer.connect(url, () => {})).rejects.toThrow(new InputError(message));
});

test('a missing server is reported in one line', async () => {
  // A free port, because only the system itself may listen there.
  await expect(RedisServer.connect('redis://:secret@127.0.0.1:1', () => {})).rejects.toThrow(
    new QueueError('redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)'),
  );
});
