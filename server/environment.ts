import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The environment with the `.env` file of a folder beneath it: what is set outside wins over the file. */
export function readEnvironment(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  let file = '';
  try {
    file = readFileSync(join(folder, '.env'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { ...parseEnv(file), ...environment };
}
