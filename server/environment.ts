import type { Storage } from './database/open.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** The foundation of the server, which `context/base.ts` makes once. A feature names the parts that it is built with. */
export interface Environment {
  readonly storage: Storage;
  /** The time that all servers share. */
  readonly now: () => Date;
  readonly keyed: KeyedHash;
  /** Milliseconds of a clock that only goes forward, for what waits in memory and must not follow the wall clock. */
  readonly clockMs: () => number;
}
