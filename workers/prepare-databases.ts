/** Piscina entry point: creates or opens the pattern databases of a served board. */

import { type DatabasesTask, type PreparedDatabases, prepareDatabases } from '../src/serve/run-search.js';

export default function prepare(task: DatabasesTask): Promise<PreparedDatabases> {
  return prepareDatabases(task);
}
