import { expect, test } from 'vitest';
import { importsOf, violations } from './boundaries.ts';

test.each([
  ['brand/brand.ts', "import { x } from 'zod/mini';"],
  ['contract/fields.ts', "import { z } from 'zod';"],
  ['contract/fields.ts', "import { brand } from '#brand/brand.ts';"],
  ['site/mail/send.ts', "import { open } from '#server/database/open.ts';"],
  ['site/mail/send.ts', "import { open } from '#server/database/open.ts';"],
  ['site/mail/send.ts', "export { open } from '#server/database/open.ts';"],
  ['site/mail/send.ts', "const room = await import('#server/app.ts');"],
  ['site/mail/send.ts', "import { readFile } from 'node:fs';"],
  ['site/mail/send.test.ts', "import { createApp } from '#server/app.ts';"],
  ['server/leads/service.ts', "import { App } from '#site/app.tsx';"],
  ['server/leads/service.ts', "import { inbox } from '../../tests/fakes/smtp.ts';"],
  ['server/leads/service.ts', "import { claim } from '#server/outbox/outbox.ts';"],
  ['server/leads/service.ts', "import {\n  claim,\n  type Claim,\n} from '../delivery/outbox.ts';"],
  ['server/leads/service.ts', "import '#server/outbox/worker.ts';"],
  ['server/leads/store.ts', "import { sqliteDialect } from '#server/database/sqlite.ts';"],
  ['server/leads/routes.ts', "import { createContext } from '../context.ts';"],
  ['server/leads/routes.ts', "import { type Context, createContext } from '../context.ts';"],
  ['server/site/routes.ts', "import { formPage } from '#server/mail-gateway/form-page.ts';"],
  ['scripts/leads.ts', "import { inbox } from '../tests/fakes/smtp.ts';"],
])('%s is refused %s', (path, source) => {
  expect(violations(path, source)).toHaveLength(1);
});

test.each([
  ['contract/fields.ts', "import * as z from 'zod/mini';\nimport { ids } from './reference.ts';"],
  ['contract/fields.test.ts', "import { test } from 'vitest';\nimport fc from 'fast-check';"],
  ['site/mail/send.ts', "import { sendPath } from '#contract/send.ts';\nimport './send.css';"],
  ['server/leads/service.ts', "import type { Delivery } from '#server/outbox/service.ts';"],
  ['server/leads/store.ts', "import type { Tables } from '../database/tables.ts';"],
  ['server/leads/store.test.ts', "import { eachEngine } from '../../tests/support/each-engine.ts';"],
  [
    'server/leads/routes.ts',
    "import type { Context } from '../context.ts';\nimport { refuse } from '../http/refusal.ts';",
  ],
  ['server/leads/routes.ts', "import { type Context, type Overrides } from '../context.ts';"],
  ['contract/forms.test.ts', "import { brand } from '#brand/brand.ts';"],
  ['server/context.ts', "import { createWorker } from './delivery/worker.ts';"],
  ['server/outbox/mail/transport.ts', "import { ladder } from '../ladder.ts';"],
  ['tests/support/app.ts', "import { createApp } from '#server/app.ts';"],
])('%s may %s', (path, source) => {
  expect(violations(path, source)).toEqual([]);
});

test('words about imports in a comment or a text are no imports', () => {
  expect(importsOf('server/a.ts', " * made apart from 'site/app.tsx'\nconst text = `taken from 'x'`;")).toEqual([]);
});
