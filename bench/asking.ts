/**
 * Connections that send requests to a server one after another, with little more than sockets. On a machine with few processors, a client
 * of Node's HTTP module would take more time than the server, and distort the measurement.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON, if the method is POST. */
  readonly body?: string;
}

/** Opens connections. @param url address of the server */
export function openConnections(url: string, count: number): Promise<AskingConnection[]> {
  const { host, hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true });
      await once(socket, 'connect');
      return new AskingConnection(socket, host);
    }),
  );
}

export class AskingConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #heard = '';
  #answered = () => {};
  #reject = (_: Error) => {};
  /** Reason why no more requests are possible. */
  #failure: Error | undefined;

  /** @param host value of the Host header */
  constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setEncoding('latin1').on('data', (text: string) => this.#hear(text));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** Waits for the answer, which must be ASCII. Only one request can be open. @throws Error if the status is not 200 */
  ask({ method, path, body = '' }: Question): Promise<void> {
    const about =
      method === 'POST' ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '';
    this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${about}\r\n${body}`);
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#reject = reject;
      if (this.#failure !== undefined) reject(this.#failure);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(text: string): void {
    this.#heard += text;
    const end = this.#heard.indexOf('\r\n\r\n') + 4;
    const length = /\r\ncontent-length: (\d+)\r/i.exec(this.#heard)?.[1];
    if (end < 4 || length === undefined || this.#heard.length < end + Number(length)) return;
    const answer = this.#heard;
    this.#heard = '';
    if (answer.startsWith('HTTP/1.1 200 ') && answer.length === end + Number(length)) this.#answered();
    else this.#fail(new Error(`expected status 200, but the server answered: ${answer}`));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reject(this.#failure);
  }
}
