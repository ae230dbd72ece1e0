/**
 * Connections on which a server is asked one thing after the other, with little more than sockets: on a machine of few processors a
 * client of Node's HTTP would take more time than the server, and that is what would be measured.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON, where the method is POST. */
  readonly body?: string;
}

/** Opens connections. @param url of the server */
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
  /** Why nothing more can be asked. */
  #failure: Error | undefined;

  /** @param host the server's name for itself */
  constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setEncoding('latin1').on('data', (text: string) => this.#hear(text));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server has closed the connection')));
  }

  /** Waits for the answer, which must be ASCII; nothing else may be asked meanwhile. @throws Error where it is not 200 */
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
    else this.#fail(new Error(`the server has answered: ${answer}`));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reject(this.#failure);
  }
}
