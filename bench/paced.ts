/**
 * How long requests take that are sent at even intervals, whether those before have been answered or not. Each is timed from the moment at
 * which it was due, so that waiting counts. (autocannon sends what is due in a second all at its beginning.)
 */

import { Agent, request } from 'node:http';
import type { Request } from 'autocannon';

/**
 * @param url of the server
 * @param requests sent in turn
 * @param rate requests a second
 * @param connections kept alive
 * @returns seconds of each request, ascending
 * @throws Error where one is not answered with 200
 */
export async function pacedSeconds(
  url: string,
  requests: readonly Request[],
  { rate, connections, seconds }: { rate: number; connections: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begin = performance.now();
  const answers: Promise<number>[] = [];
  for (let sent = 0; sent < rate * seconds; ) {
    const due = begin + (1000 * sent) / rate;
    if (performance.now() < due) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    answers.push(secondsSince(due, url, requests[sent % requests.length], agent));
    sent++;
  }
  const taken = await Promise.all(answers);
  agent.destroy();
  return taken.sort((a, b) => a - b);
}

function secondsSince(due: number, url: string, { path = '/', method = 'GET', headers, body }: Request, agent: Agent) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(new URL(path, url), { method, agent, headers: { ...headers } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} was answered with ${answer.statusCode}`));
      answer.resume().on('end', () => resolve((performance.now() - due) / 1000));
    });
    sent.on('error', reject).end(body);
  });
}
