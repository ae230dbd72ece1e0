/**
 * Requests of the page to a worker that holds the app, in place of a server: each has a number, by which its messages are told apart.
 */

import type { Send } from '../page/explorer/api.js';

/** A message to the worker: a request, or the end of one whose answer is no longer wanted. */
export type Message = RequestMessage | { readonly id: number; readonly abort: true };

export interface RequestMessage {
  readonly id: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob | null;
}

/** A message from the worker: status and headers, then the body in chunks and its end. If the request fails, the text of the error. */
export type Reply = { readonly id: number } & (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly chunk: Uint8Array<ArrayBuffer> }
  | { readonly end: true }
  | { readonly failed: string }
);

/** Returns the function that sends requests to a worker, and uses up all messages of that worker. */
export function sendTo(worker: Worker): Send {
  const waiting = new Map<number, { take(reply: Reply): void; fail(cause: unknown): void }>();
  let count = 0;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    // It has started: errors outside of requests concern none of them.
    worker.onerror = null;
    waiting.get(data.id)?.take(data);
  };
  worker.onerror = ({ message }) => {
    for (const { fail } of waiting.values()) fail(new Error(message || 'the worker could not be started'));
  };
  const post = (message: Message) => worker.postMessage(message);
  return (path, { method = 'GET', headers = {}, body = null, signal = null } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = count++;
      const stop = () => {
        if (waiting.delete(id)) post({ id, abort: true });
      };
      let chunks: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          chunks = controller;
        },
        cancel: stop,
      });
      const end = () => {
        waiting.delete(id);
        signal?.removeEventListener('abort', abort);
      };
      const fail = (cause: unknown) => {
        end();
        chunks?.error(cause);
        reject(cause);
      };
      const abort = () => {
        stop();
        fail(signal?.reason);
      };
      const take = (reply: Reply) => {
        if ('status' in reply) resolve(new Response(stream, reply));
        else if ('chunk' in reply) chunks?.enqueue(reply.chunk);
        else if ('failed' in reply) fail(new Error(reply.failed));
        else {
          end();
          chunks?.close();
        }
      };
      signal?.addEventListener('abort', abort);
      waiting.set(id, { take, fail });
      post({ id, path, method, headers, body });
    });
}
