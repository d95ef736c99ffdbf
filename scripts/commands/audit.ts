import { type AuditLog, createAuditLog } from '#server/audit/service.ts';
import type { Config } from '#server/config.ts';
import { createKeyedHash, type KeyedHash } from '#server/keyed-hash.ts';
import { readSecretKey } from '#server/secret-key.ts';

/** The server's keyed hashes, for a command beside it. Throws when the server's key is missing. */
export const keyedOf = (config: Config): KeyedHash =>
  createKeyedHash(config.secretKey ?? readSecretKey(config.dataDir));

/** The audit log for a command. Its entries name no person. */
export const auditOf = (config: Config, now: () => Date): AuditLog => createAuditLog({ keyed: keyedOf(config), now });
