/** A file that is read in pieces at any offset. */

import { constants, type FileHandle, open } from 'node:fs/promises';

/** Bytes per read. */
export const READ_BYTES = 1 << 20;

export class InputFile {
  readonly path: string;
  /** Length of the file. */
  readonly bytes: number;
  readonly #file: FileHandle;

  private constructor(path: string, bytes: number, file: FileHandle) {
    this.path = path;
    this.bytes = bytes;
    this.#file = file;
  }

  /** Opens a file. @throws the file system's error, or one with the code ENOTFILE if the path is not a file */
  static async open(path: string): Promise<InputFile> {
    // Opening a pipe would otherwise block until another process writes to it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = await file.stat();
      if (status.isFile()) return new InputFile(path, status.size, file);
      throw Object.assign(new Error(`${path} is not a file`), { code: 'ENOTFILE' });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Reads a part into a new buffer, aligned for words. @throws Error if the file ends before */
  async read(offset: number, bytes: number): Promise<Buffer> {
    const buffer = Buffer.from(new ArrayBuffer(bytes));
    await this.readInto(buffer, offset);
    return buffer;
  }

  /** Fills a buffer from an offset. @throws Error if the file ends before */
  async readInto(target: Uint8Array, offset: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await this.#file.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0) throw new Error(`${this.path}: the file became shorter while it was read`);
      done += bytesRead;
    }
  }

  /** Yields a part of the file in pieces of READ_BYTES with their offsets in that part. The last piece can be shorter. */
  async *pieces(offset: number, bytes: number): AsyncGenerator<{ readonly begin: number; readonly piece: Buffer }> {
    for (let begin = 0; begin < bytes; begin += READ_BYTES) {
      yield { begin, piece: await this.read(offset + begin, Math.min(READ_BYTES, bytes - begin)) };
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
