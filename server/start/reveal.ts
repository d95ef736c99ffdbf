/** Shows secrets once, when the server makes them by itself. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface RevealOptions {
  readonly dataDir: string;
  /** Whether a person reads the output now. A log would keep the secret. */
  readonly toTerminal: boolean;
}

/**
 * The lines that show a secret on a terminal. Without one, writes the secret to a file that only its owner can read, and the line
 * names the file.
 */
export function reveal(
  { dataDir, toTerminal }: RevealOptions,
  what: string,
  fileName: string,
  secret: string,
): readonly string[] {
  if (toTerminal) return [`${what}: ${secret}`, 'It is shown only now. Keep it in a safe place.'];
  const file = resolve(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  // The mode above applies only to a new file; an existing file keeps its own.
  chmodSync(file, 0o600);
  return [`${what} is in ${file}. Read it and delete the file.`];
}
