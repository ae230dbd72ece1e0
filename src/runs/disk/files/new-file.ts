/** A file of a portion while it is written. It has a temporary name until it is complete. */

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

  /** Creates the file. @param bytes length of the file; unwritten parts are holes @throws StorageError */
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

  /** Writes runs of slots. @param runs with the path of this file @returns the bytes written @throws StorageError */
  async write(memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
    return writeRuns(this.#file, memory, runs);
  }

  /**
   * Waits until the file is on the disk, and renames it to its final name.
   * @param replaces if false, a file that another process has made meanwhile is kept
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

  /** Removes the file unless it is complete. */
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
