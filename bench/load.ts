/** Requests to a server on several connections: as fast as it answers, or at a given rate. */

import { setTimeout } from 'node:timers/promises';
import { openConnections, type Question } from './asking.js';

export interface Load {
  /** Address of the server. */
  readonly url: string;
  /** Requests, sent in turn and repeated. */
  readonly questions: readonly Question[];
  /** Number of connections, kept alive. */
  readonly connections: number;
  readonly seconds: number;
}

/** Sends the next request of a connection as soon as the last is answered. @returns answers/s @throws Error if a status is not 200 */
export async function answersPerSecond({ url, questions, connections, seconds }: Load): Promise<number> {
  const open = await openConnections(url, connections);
  const begin = performance.now();
  let answers = 0;
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - begin < 1000 * seconds) await connection.ask(questions[answers++ % questions.length]);
      connection.close();
    }),
  );
  return (1000 * answers) / (performance.now() - begin);
}

/**
 * Sends requests at even intervals, whether earlier requests have been answered or not.
 * @param rate requests/s
 * @returns seconds of each answer since the request was due, so that waiting counts; ascending
 * @throws Error if a status is not 200
 */
export async function secondsAtRate({ url, questions, connections, seconds }: Load, rate: number): Promise<number[]> {
  const open = await openConnections(url, connections);
  const turns = open.map(() => Promise.resolve());
  let failed = false;
  const taken: number[] = [];
  const begin = performance.now();
  for (let asked = 0; asked < rate * seconds && !failed; ) {
    const due = begin + (1000 * asked) / rate;
    if (performance.now() < due) {
      await setTimeout(1);
      continue;
    }
    const question = questions[asked % questions.length];
    const turn = asked++ % open.length;
    turns[turn] = turns[turn].then(async () => {
      await open[turn].ask(question);
      taken.push((performance.now() - due) / 1000);
    });
    // The error is thrown below.
    turns[turn].catch(() => {
      failed = true;
    });
  }
  await Promise.all(turns);
  for (const connection of open) connection.close();
  return taken.sort((a, b) => a - b);
}
