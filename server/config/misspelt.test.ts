import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfigAt } from '#server/config.ts';
import { temporaryFolder } from '../../tests/support/each-engine.ts';

test('R831 a configuration that is refused because a name in .env is misspelt says which name', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'SMTP_URL=smtp://h\nMAIL_TO=a@b.example\nMAIL_FORM=a@b.example\n');
  const refused = /MAIL_FROM is not set.*\n\.env sets MAIL_FORM: there is no such variable/;
  expect(() => readConfigAt(folder, {})).toThrow(ConfigError);
  expect(() => readConfigAt(folder, {})).toThrow(refused);
  expect(readConfigAt(folder, { MAIL_FROM: 'a@b.example' }).smtp?.from.address).toBe('a@b.example');
});
