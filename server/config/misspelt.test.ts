import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfigAt, whatIsMisspelt } from '#server/config.ts';
import { temporaryFolder } from '../../tests/support/each-engine.ts';

test('R831 a configuration that is refused because a name in .env is misspelt says which name', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), 'SMTP_URL=smtp://h\nMAIL_TO=a@b.example\nMAIL_FORM=a@b.example\n');
  const refused = /MAIL_FROM is not set.*\n\.env sets MAIL_FORM: there is no such variable/;
  expect(() => readConfigAt(folder, {})).toThrow(ConfigError);
  expect(() => readConfigAt(folder, {})).toThrow(refused);
  expect(readConfigAt(folder, { MAIL_FROM: 'a@b.example' }).smtp?.from.address).toBe('a@b.example');
});

test('R1291 a misspelt name that is close to a variable is told with that variable, and any other name with none', () => {
  const folder = temporaryFolder();
  const saysOf = (names: readonly string[]) => {
    writeFileSync(join(folder, '.env'), names.map((name) => `${name}=1\n`).join(''));
    return whatIsMisspelt(folder);
  };
  expect(saysOf(['MAIL_FORM', 'NODE_ENV', 'SMTP_URI'])).toBe(
    '.env sets MAIL_FORM, NODE_ENV, SMTP_URI: there is no such variable. ' +
      'Did you mean MAIL_FROM in place of MAIL_FORM, and SMTP_URL in place of SMTP_URI? docs/operating.md lists all variables.',
  );
  expect(saysOf(['NODE_ENV'])).toBe(
    '.env sets NODE_ENV: there is no such variable. docs/operating.md lists all variables.',
  );
});
