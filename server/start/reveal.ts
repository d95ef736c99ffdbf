/** Shows secrets once, when the server makes them by itself. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeTogether } from '#server/durable-files.ts';

export interface RevealOptions {
  readonly dataDir: string;
  /** Whether a person reads the output now. A log would keep the secret. */
  readonly toTerminal: boolean;
}

/** The lines that show a secret on a terminal. Without one, writes it to a file only its owner can read, and names the file. */
export function reveal(
  { dataDir, toTerminal }: RevealOptions,
  what: string,
  fileName: string,
  secret: string,
): readonly string[] {
  if (toTerminal) return [`${what}: ${secret}`, 'It is shown only now. Keep it in a safe place.'];
  const file = resolve(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // An earlier secret stays in its file until this one is on the disk: when this one is not made, that one still holds.
  writeTogether(dataDir, { [fileName]: `${secret}\n` });
  return [`${what} is in ${file}. Read it and delete the file.`];
}
