import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileOnce, makeFolder } from './durable-files.ts';

const keyBytes = 32;

/** The key in the data folder, made when there is none. */
export function loadSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  makeFolder(dataDir);
  if (!existsSync(file)) makeFileOnce(file, randomBytes(keyBytes).toString('base64url'));
  return readFileSync(file, 'utf8').trim();
}
