import { expect, test } from 'vitest';
import { cycles, violations } from './boundaries.ts';
import { importsOf, parse } from './syntax.ts';

const read = (path: string, source: string) => importsOf(path, parse(path, source));

test.each([
  ['brand/brand.ts', "import { x } from 'zod/mini';"],
  ['contract/fields.ts', "import { z } from 'zod';"],
  ['contract/fields.ts', "import { brand } from '#brand/brand.ts';"],
  ['site/mail/send.ts', "import { open } from '#server/database/open.ts';"],
  ['site/mail/send.ts', "type Opened = import('#server/database/open.ts').Storage;"],
  ['site/mail/send.ts', "import {} from '#server/database/open.ts';"],
  ['site/mail/send.ts', "export * from '#server/database/open.ts';"],
  ['site/mail/send.ts', 'const room = import(`#server/app.ts`);'],
  ['client/ui/Field.tsx', "import { brand } from '#brand/brand.ts';"],
  ['client/lib/http.ts', "import { navigate } from '../../site/app/navigation.ts';"],
  ['client/lib/http.ts', "import type { Page } from '../../site/app/pages.ts';"],
  ['contract/fields.ts', "import { Field } from '#client/ui/Field.tsx';"],
  ['server/outbox/worker.ts', "import { leadForm } from '#server/leads/tables.ts';"],
  ['server/outbox/worker.ts', "export { leadForm } from '#server/leads/tables.ts';"],
  ['server/outbox/worker.ts', "import type { Lead } from '#server/leads/store.ts';"],
  ['site/mail/send.ts', "export { open } from '#server/database/open.ts';"],
  ['site/mail/send.ts', "const room = await import('#server/app.ts');"],
  ['site/mail/send.ts', "import { readFile } from 'node:fs';"],
  ['desk/people/PeopleScreen.tsx', "import { Site } from '../../site/app/Site.tsx';"],
  ['desk/people/PeopleScreen.tsx', "import { createPeople } from '#server/people/service.ts';"],
  ['site/app/App.tsx', "import { Shell } from '../../desk/app/Shell.tsx';"],
  ['client/ui/Dialog.tsx', "import { Shell } from '../../desk/app/Shell.tsx';"],
  ['server/desk/pages.ts', "import { paths } from '../../desk/app/paths.ts';"],
  ['site/mail/send.test.ts', "import { createApp } from '#server/app.ts';"],
  ['server/leads/service.ts', "import { App } from '#site/app.tsx';"],
  ['server/leads/service.ts', "import { inbox } from '../../tests/fakes/smtp.ts';"],
  ['server/leads/service.ts', "import { claim } from '#server/outbox/outbox.ts';"],
  ['server/leads/service.ts', "import {\n  claim,\n  type Claim,\n} from '../delivery/outbox.ts';"],
  ['server/leads/service.ts', "import '#server/outbox/worker.ts';"],
  ['server/leads/store.ts', "import { sqliteDialect } from '#server/database/sqlite.ts';"],
  ['server/leads/routes.ts', "import { createContext } from '../context.ts';"],
  ['server/leads/routes.ts', "import { type Context, createContext } from '../context.ts';"],
  ['server/leads/service.ts', "import type { Base } from '../context/base.ts';"],
  ['server/site/routes.ts', "import { formPage } from '#server/mail-gateway/form-page.ts';"],
  ['scripts/leads.ts', "import { inbox } from '../tests/fakes/smtp.ts';"],
])('%s is refused %s', (path, source) => {
  expect(violations(path, read(path, source))).toHaveLength(1);
});

test.each([
  ['contract/fields.ts', "import * as z from 'zod/mini';\nimport { ids } from './reference.ts';"],
  ['contract/fields.test.ts', "import { test } from 'vitest';\nimport fc from 'fast-check';"],
  ['site/mail/send.ts', "import { sendPath } from '#contract/send.ts';\nimport './send.css';"],
  ['server/leads/service.ts', "import type { Delivery } from '#server/outbox/service.ts';"],
  ['server/leads/store.ts', "import type { Tables } from '../database/tables.ts';"],
  ['server/leads/store.ts', "import type { Channel } from '../outbox/tables.ts';"],
  ['server/leads/tables.ts', "declare module '#server/database/tables.ts' { interface Tables {} }"],
  ['desk/people/PeopleScreen.tsx', "import { Link } from 'wouter';\nimport { Dialog } from '#client/ui/Dialog.tsx';"],
  ['client/ui/Field.tsx', "import { labels } from '#contract/fields.ts';\nimport { useId } from 'react';"],
  ['server/leads/store.test.ts', "import { eachEngine } from '../../tests/support/each-engine.ts';"],
  [
    'server/leads/routes.ts',
    "import type { Context } from '../context.ts';\nimport { refuse } from '../http/refusal.ts';",
  ],
  ['server/leads/routes.ts', "import { type Context, type Overrides } from '../context.ts';"],
  ['contract/forms.test.ts', "import { brand } from '#brand/brand.ts';"],
  ['server/context.ts', "import { createWorker } from './delivery/worker.ts';"],
  ['server/context/sending.ts', "import type { MailTransport } from '../outbox/mail/transport.ts';"],
  ['server/outbox/mail/transport.ts', "import { mailSchedule } from '../retry-schedule.ts';"],
  ['tests/support/app.ts', "import { createApp } from '#server/app.ts';"],
])('%s may %s', (path, source) => {
  expect(violations(path, read(path, source))).toEqual([]);
});

test('words about imports in a comment or a text are no imports', () => {
  expect(read('server/a.ts', "/* made apart from 'site/app.tsx' */\nconst text = `taken from 'x'`;")).toEqual([]);
});

/** The faults that `cycles` finds in files with these sources. */
const cyclesIn = (sources: Record<string, string>) =>
  cycles(new Map(Object.entries(sources).map(([path, source]) => [path, read(path, source)])));

test('files that load one another in a circle are refused, on demand as well', () => {
  const pair = { 'server/a/b.ts': "import './c.ts';", 'server/a/c.ts': "import { b } from './b.ts';" };
  expect(cyclesIn(pair)).toEqual(['import cycle: server/a/b.ts, server/a/c.ts']);
  const three = {
    'client/a.ts': "export { b } from './b.ts';",
    'client/b.ts': "const c = () => import('./c.ts');",
    'client/c.ts': "import { a } from '#client/a.ts';",
    'client/d.ts': "import { a } from './a.ts';",
    'site/app/pages.ts': "import { Portal } from '../portal/Portal.ts';",
    'site/portal/Portal.ts': "import { navigate } from '../app/pages.ts'; const later = () => import('./later.ts');",
    'site/portal/later.ts': "import { Portal } from './Portal.ts';",
  };
  expect(cyclesIn(three)).toEqual([
    'import cycle: client/a.ts, client/b.ts, client/c.ts',
    'import cycle: site/app/pages.ts, site/portal/Portal.ts, site/portal/later.ts',
  ]);
});

test('folders of the server that depend on one another in a circle are refused', () => {
  const folders = {
    'server/leads/service.ts': "import { enqueue } from '#server/outbox/service.ts';",
    'server/outbox/service.ts': "import { send } from './worker.ts';",
    'server/outbox/worker.ts': "import { formOf } from '../people/service.ts';",
    'server/people/service.ts': "import { leadOf } from '../leads/store.ts';",
    'server/leads/store.ts': '',
  };
  expect(cyclesIn(folders)).toEqual(['import cycle: server/leads, server/outbox, server/people']);
  const types = {
    'server/leads/tables.ts': "import type { Zone } from '../people/tables.ts';",
    'server/people/tables.ts': "export type { Lead } from '../leads/tables.ts';",
  };
  expect(cyclesIn(types)).toEqual(['import cycle: server/leads, server/people']);
});

test('many ways to one file are no cycle, nor is what a test or a type leads back to', () => {
  const sources = {
    'server/context.ts': "import { createLeads } from './leads/service.ts';",
    'server/leads/routes.ts': "import type { Context } from '../context.ts';",
    'server/leads/service.ts': "import { a } from './a.ts';\nimport { b } from './b.ts';",
    'server/leads/a.ts': "import { b } from './b.ts';\nimport type { Lead } from './service.ts';",
    'server/leads/b.ts': "import { openStorage } from '#server/database/open.ts';",
    'server/database/open.test.ts': "import { createLeads } from '#server/leads/service.ts';",
    'server/database/open.ts': '',
  };
  expect(cyclesIn(sources)).toEqual([]);
});
