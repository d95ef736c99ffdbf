import { type AuditLog, createAuditLog } from '#server/audit/service.ts';
import type { Config } from '#server/config.ts';
import { createKeyedHash, type KeyedHash } from '#server/keyed-hash.ts';
import { readSecretKey } from '#server/secret-key.ts';

type PlaceOfKey = Pick<Config, 'secretKey' | 'dataDir'>;

/** The server's keyed hashes, for a command beside it. Throws when the server's key is missing. */
export const keyedOf = ({ secretKey, dataDir }: PlaceOfKey): KeyedHash =>
  createKeyedHash(secretKey ?? readSecretKey(dataDir));

/** The audit log for a command. Its entries name no person. The key is read only for writing: a command that reads needs none. */
export const auditOf = (place: PlaceOfKey, now: () => Date): AuditLog => ({
  write: (trx, entry) => createAuditLog({ keyed: keyedOf(place), now }).write(trx, entry),
});
