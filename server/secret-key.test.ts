import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { eachEngine, temporaryFolder } from '../tests/support/each-engine.ts';
import { loadSecretKey, readSecretKey, refuseLostKey, SecretKeyMissingError } from './secret-key.ts';

eachEngine((under) => {
  it('R145 a server does not start with a new key while the old one still lets people of the desk in', async () => {
    const place = await under.newPlace();
    const start = () => refuseLostKey({ ...place, secretKey: undefined });
    const storage = await under.openStorage(place);
    await expect(start()).resolves.toBeUndefined();
    const at = '2026-11-21T21:06:00.000Z';
    const id = mintId();
    await storage.db.insertInto('people').values({ id, name: 'Ada Quill', created_at: at }).execute();
    const account = { person_id: id, password_hash: 'none', password_changed_at: at, created_at: at };
    await storage.db.insertInto('staff_accounts').values(account).execute();
    await expect(start()).rejects.toThrow(SecretKeyMissingError);
    await expect(refuseLostKey({ ...place, secretKey: 'k'.repeat(40) })).resolves.toBeUndefined();
  });
});

it.each(['', 'k'.repeat(20)])(
  'R769 a key file that was cut off to "%s" is used by no server and no command',
  (left) => {
    const dataDir = temporaryFolder();
    const key = loadSecretKey(dataDir);
    expect(readSecretKey(dataDir)).toBe(key);
    writeFileSync(join(dataDir, 'secret.key'), left);
    expect(() => loadSecretKey(dataDir)).toThrow(/secret\.key, in .* is cut off\. Put it back/);
    expect(() => readSecretKey(dataDir)).toThrow(SecretKeyMissingError);
  },
);
