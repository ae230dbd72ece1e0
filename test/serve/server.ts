/** The built program as a server process, and sockets that send what no client would. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { CLI } from '../program/process.js';

export interface Running {
  readonly process: ChildProcess;
  readonly port: number;
  /** Address from the printed line, such as http://127.0.0.1:40123. */
  readonly url: string;
  /** Returns standard output so far. */
  out(): string;
  /** Returns standard error so far. */
  err(): string;
  /** Returns the resident memory in bytes. */
  memory(): number;
  /** Sends a signal. @returns the exit status, as in a shell, and the milliseconds until the exit */
  end(signal?: NodeJS.Signals): Promise<{ status: number | null; milliseconds: number }>;
}

/** Starts `antipode serve --port 0 ...`, and waits for the line with its address. */
export async function serve(
  words: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
  cli = CLI,
): Promise<Running> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...words], {
    cwd,
    env: { ...process.env, ...env },
  });
  let [out, err] = ['', ''];
  const line = /^http:\/\/\S+:(\d+)\/$/m;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      err += text;
      if (line.test(err)) resolve();
    });
    child.once('close', () => reject(new Error(`the server ended: ${err}`)));
  });
  const [address, port] = line.exec(err) as RegExpExecArray;
  return {
    process: child,
    port: Number(port),
    url: address.slice(0, -1),
    out: () => out,
    err: () => err,
    memory: () => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
    end: async (signal = 'SIGKILL') => {
      const begin = performance.now();
      const closed = once(child, 'close');
      child.kill(signal);
      const [status] = await closed;
      return { status, milliseconds: performance.now() - begin };
    },
  };
}

/** Returns an open connection. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes. @returns everything received until the connection is closed, or until `enough` returns true */
export async function say(port: number, bytes: string | Buffer, enough?: (answer: string) => boolean): Promise<string> {
  const socket = await open(port);
  let answer = '';
  socket.write(bytes);
  await new Promise<void>((resolve) => {
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
      if (enough?.(answer)) resolve();
    });
    socket.once('close', () => resolve());
  });
  socket.destroy();
  return answer;
}
