import type { Config } from '#server/config.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { type Codes, createCodes } from '#server/portal/codes.ts';
import { readSecretKey } from '#server/secret-key.ts';
import type { Storage } from '#server/storage/open.ts';

/** The access codes of a store. They are hashed with the server's key: one made with another key would open nothing. */
export function codesOf(storage: Storage, config: Config): Codes {
  const keyed = createKeyedHash(config.secretKey ?? readSecretKey(config.dataDir));
  return createCodes({ storage, keyed, now: () => new Date() });
}
