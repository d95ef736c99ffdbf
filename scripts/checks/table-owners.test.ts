import { expect, test } from 'vitest';
import { parse } from './syntax.ts';
import { foreignTables, ownersOf } from './table-owners.ts';

const declare = (...tables: string[]) =>
  `declare module '#server/database/tables.ts' { interface Tables { ${tables.map((table) => `${table}: Row;`).join(' ')} } }`;

const owners = ownersOf(
  new Map(
    Object.entries({
      'server/outbox/tables.ts': declare('messages'),
      'server/requests/tables.ts': declare('agent_requests', 'request_events'),
      'server/leads/tables.ts': declare('leads'),
      'server/database/tables.ts': 'export interface Tables { write_probes: Row }',
      'server/leads/store.ts': declare('nobody'),
    }).map(([path, source]) => [path, parse(path, source)] as const),
  ),
);

const check = (path: string, source: string) => foreignTables(path, parse(path, source), owners);

test('the owner of a table is the folder whose tables.ts declares it', () => {
  expect(Object.fromEntries(owners)).toEqual({
    messages: 'outbox',
    agent_requests: 'requests',
    request_events: 'requests',
    leads: 'leads',
    write_probes: 'database',
  });
});

/** A template expression, written so that this source contains none. */
const hole = ['$', '{at}'].join('');

test.each([
  ["db.selectFrom('messages').selectAll()"],
  ["db.selectFrom('messages as m')"],
  ["db.selectFrom(['settings', 'messages'])"],
  ['db.selectFrom(`messages`)'],
  ["db.insertInto('messages')"],
  ["trx.updateTable('messages')"],
  ["preparedInsert('messages', ['id'])"],
  ["trx?.deleteFrom('messages')"],
  ["query.innerJoin('messages', (join) => join)"],
  ["query.leftJoin('messages as m', 'm.id', 'x.id')"],
  ["({ selectFrom }) => selectFrom('messages')"],
  ["query.select('messages.id')"],
  ["query.select(['x.id', 'messages.id as message'])"],
  ["query.where('messages.state', '=', 'sent')"],
  ["query.whereRef('x.message_id', '=', 'messages.id')"],
  ["query.selectAll('messages')"],
  ['sql`select 1 from messages`'],
  [`sql<Row>\`update messages set state = ${hole}\``],
  ['sql`delete from "messages"`'],
  [`sql\`where messages.id = ${hole}\``],
  ["sql.table('messages')"],
  ["sql.raw('insert into messages values (1)')"],
  [`const statement = \`update messages set sent_at = ${hole}\``],
  ["const statement = 'select * from messages'"],
])('a query of another folder is refused: %s', (source) => {
  const why = ['server/people/store.ts names messages: only a store of server/outbox does'];
  expect(check('server/people/store.ts', source)).toEqual(why);
});

test('a table is refused in types as well, where its name can mean nothing else', () => {
  expect(check('server/people/store.ts', "type Change = UpdateObject<Tables, 'agent_requests'>")).toHaveLength(1);
});

test('a query that hides its table in a variable is refused', () => {
  const source = "const table = 'messages'; db.selectFrom(table).selectAll()";
  expect(check('server/outbox/store.ts', source)).toEqual([
    'server/outbox/store.ts names a table that table holds: write the table out',
  ]);
});

test('in its own folder a table is named by stores only', () => {
  const source = "db.selectFrom('agent_requests')";
  for (const file of ['store.ts', 'store-clock.ts']) expect(check(`server/requests/${file}`, source)).toEqual([]);
  for (const file of ['service.ts', 'restore.ts', 'store.helper.ts']) {
    expect(check(`server/requests/${file}`, source)).toHaveLength(1);
  }
  expect(check('server/requests/deep/store.ts', source)).toHaveLength(1);
  expect(check('server/context.ts', source)).toHaveLength(1);
  expect(check('scripts/requests.ts', source)).toHaveLength(1);
});

test('the database and the outbox name their own tables anywhere', () => {
  expect(check('server/outbox/claims.ts', "db.updateTable('messages')")).toEqual([]);
  expect(check('server/database/open.ts', "db.insertInto('write_probes')")).toEqual([]);
  expect(check('server/database/open.ts', "db.selectFrom('messages')")).toHaveLength(1);
  expect(check('server/database/prepared.ts', 'db.insertInto(table)')).toEqual([]);
});

test('migrations, tests and declarations may name every table', () => {
  for (const path of ['server/database/migrations/0001-a.ts', 'server/people/people.test.ts', 'tests/faults/a.ts']) {
    expect(check(path, "db.selectFrom('messages')")).toEqual([]);
  }
  expect(check('server/outbox/tables.ts', declare('agent_requests'))).toEqual([]);
});

test.each([
  ["const path = '/api/messages'"],
  ["say('The messages of leads cannot be read from settings')"],
  ["log.warn('update the messages by hand')"],
  ["import { createLeads } from '#server/leads/service.ts'"],
  ["const sections = { leads: 1 }; sections['leads']"],
  ["const kind = words === 'messages'"],
  ['// db.selectFrom("messages")'],
])('words that name no table pass: %s', (source) => {
  expect(check('server/people/service.ts', source)).toEqual([]);
});
