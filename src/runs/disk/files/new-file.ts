/** A file of a portion while it is written: under a temporary name, until it is complete and gets its own. */

import { rename, rm } from 'node:fs/promises';
import { DirectFile } from '../../../base/storage/direct-file.js';
import { linkNew, temporaryName } from '../../../base/storage/whole-file.js';
import { type FileRun, named, writeRuns } from './transfers.js';

export class NewFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: DirectFile;
  #isOpen = true;
  #isComplete = false;

  private constructor(path: string, temporary: string, file: DirectFile) {
    this.#path = path;
    this.#temporary = temporary;
    this.#file = file;
  }

  /** @param bytes its length; what is not written is a hole @throws StorageError */
  static async create(path: string, bytes: number): Promise<NewFile> {
    return named(path, 'written', async () => {
      const temporary = temporaryName(path);
      const file = await DirectFile.open({ path: temporary, mode: 'create', direct: true });
      const created = new NewFile(path, temporary, file);
      await file.truncate(bytes).catch(async (error) => {
        await created.discard();
        throw error;
      });
      return created;
    });
  }

  /** @param runs whose path is this file's @returns bytes that were written @throws StorageError */
  async write(memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
    return writeRuns(this.#file, memory, runs);
  }

  /**
   * Waits until it is on the disk, and gives it its name.
   * @param replaces if false, a file stays that another process has made meanwhile
   * @throws StorageError
   */
  async complete(replaces: boolean): Promise<void> {
    await named(this.#path, 'written', async () => {
      await this.#file.sync();
      await this.#close();
      await (replaces ? rename : linkNew)(this.#temporary, this.#path);
      this.#isComplete = true;
    });
  }

  /** Removes it, unless it is complete. */
  async discard(): Promise<void> {
    if (this.#isComplete) return;
    await this.#close();
    await rm(this.#temporary, { force: true });
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
  }
}
