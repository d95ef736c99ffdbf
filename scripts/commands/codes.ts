import { type Codes, createCodes } from '#server/access/codes.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { auditOf, keyedOf } from './audit.ts';

/** The access codes of a database. They are hashed with the server's key: a code made with another key would open nothing. */
export const codesOf = (storage: Storage, config: Config, now: () => Date): Codes =>
  createCodes({ storage, keyed: keyedOf(config), audit: auditOf(config, now), now });
