/** The thread that rewrites a SQLite file and then ends (`sqlite-vacuum.ts`). A failure ends it with the error. */
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

export interface VacuumData {
  readonly path: string;
}

/** How long VACUUM waits for another program that writes, in milliseconds. */
const busyMs = 5000;

const { path } = workerData as VacuumData;
const database = new DatabaseSync(path, { timeout: busyMs });
// VACUUM makes a copy of the whole file. In memory, the copy could end a server that has little.
database.exec('pragma synchronous = full; pragma secure_delete = on; pragma temp_store = file; vacuum');
database.close();
