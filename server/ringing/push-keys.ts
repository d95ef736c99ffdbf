/** The keys that pushes are signed with (VAPID, RFC 8292): one pair for all servers of a database, made once. */
import webpush from 'web-push';
import { dialectOf } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { SecretBox } from '#server/secret-box.ts';
import { deletePushKeys, deleteSubscriptions, findPushKeys, insertPushKeys } from './store-push.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

interface PushKeysOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly secretBox: SecretBox;
  /** Hears that the stored keys were encrypted with another key of the server, so that every browser has to subscribe again. */
  readonly onLost: () => void;
}

/** Reads the keys, and makes them when there are none. They are read once by a process. */
export function createPushKeys({ storage, secretBox, now, onLost }: PushKeysOptions): () => Promise<VapidKeys> {
  let kept: Promise<VapidKeys> | undefined;

  const read = () =>
    storage.transaction(async (trx) => {
      // Of two servers that start at the same moment, one makes the keys and the other one finds them.
      await dialectOf(trx).lock(trx, ['push keys']);
      const found = await findPushKeys(trx);
      const privateKey = found && secretBox.decrypt('push-key', found.sealed_private_key);
      if (found && privateKey !== undefined) return { keys: { publicKey: found.public_key, privateKey }, lost: false };
      if (found) {
        // Subscriptions are bound to the key that they were made with.
        await deleteSubscriptions(trx);
        await deletePushKeys(trx);
      }
      const keys = webpush.generateVAPIDKeys();
      await insertPushKeys(trx, {
        id: 'vapid',
        public_key: keys.publicKey,
        sealed_private_key: secretBox.encrypt('push-key', keys.privateKey),
        created_at: now().toISOString(),
      });
      return { keys, lost: found !== undefined };
    });

  async function load(): Promise<VapidKeys> {
    const { keys, lost } = await read();
    if (lost) onLost();
    return keys;
  }

  return () => {
    kept ??= load().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
