/** The thread that writes a SQLite file anew, and ends (`sqlite-vacuum.ts`). What fails ends it with the error. */
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

export interface VacuumData {
  readonly path: string;
}

/** How long it waits for another program that writes, in milliseconds. */
const busyMs = 5000;

const { path } = workerData as VacuumData;
const database = new DatabaseSync(path, { timeout: busyMs });
// A copy of the whole file is made on the way. In memory it could end a server that has little.
database.exec('pragma synchronous = full; pragma secure_delete = on; pragma temp_store = file; vacuum');
database.close();
