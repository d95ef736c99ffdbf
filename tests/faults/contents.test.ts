import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId } from '#contract/reference.ts';
import { sendFormPath, sendPath } from '#contract/send.ts';
import type { Storage } from '#server/database/open.ts';
import { envelopeOf, inquiryParams, intakeParams } from '../support/answers.ts';
import { eachEngine } from '../support/each-engine.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { bodyOf, type Kind, post } from './support/post.ts';
import { fakeSmtp, mailSettings, operator, startAt } from './support/servers.ts';

/** Part of everything that is sent, in upper or lower case, and of none of the product's own texts. */
const mark = 'Zq7Marked';
const forms = leadForms(lists);
const samples = { inquiry: inquiryParams, intake: intakeParams };
const kinds = ['inquiry', 'intake'] as const satisfies readonly Kind[];

/** One line of it looks like a line of a stack trace, which the log keeps. */
const markedText = (name: string) => `${mark} ${name}\n    at ${mark} (file:///${mark}.ts:1:1)`;

/** A complete form in which every typed field contains the mark. */
function markedParams(kind: Kind): Record<string, unknown> {
  const typed = forms[kind].fields.flatMap(({ name, kind: fieldKind }): [string, string][] => {
    if (fieldKind === 'email') return [[name, `${mark}@${mark}.example`]];
    if (fieldKind === 'street') return [[name, markedText(name)]];
    return fieldKind === 'choice' || fieldKind === 'many' || fieldKind === 'tick' ? [] : [[name, `${mark} ${name}`]];
  });
  const more = { submitted_date: mark, leave_blank: mark, fill_ms: mark, sms_consent_version: mark };
  return { ...samples[kind](), ...Object.fromEntries(typed), ...more };
}

const markedHeaders = {
  'user-agent': mark,
  referer: `http://${mark}.example/?q=${mark}`,
  'x-forwarded-for': mark,
  'x-request-id': mark,
  cookie: `a=${mark}`,
};

/** Form data in which every field of the page arrives, and the answer is a page. */
function markedForm(params: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...params, ...envelopeOf('inquiry') })) form.append(name, String(value));
  return form;
}

/**
 * Provokes every failure that can happen without a change to the server, and marks each request. The answers do not matter here.
 */
async function sendBroken(url: string): Promise<void> {
  const json = { 'content-type': 'application/json', ...markedHeaders };
  const send = (
    path: string,
    body: Exclude<RequestInit['body'], undefined>,
    headers: Record<string, string>,
    method = 'POST',
  ) => fetch(url + path, { method, body, headers, redirect: 'manual' }).then((answer) => answer.arrayBuffer());
  const good = markedParams('inquiry');
  const bodies: unknown[] = [
    { ...good, submission_id: mark },
    { ...good, amends: mark },
    { ...good, email: `${mark} no address` },
    { ...good, dealer_type: mark },
    { ...good, first_name: mark.repeat(300) },
    { ...good, first_name: { [mark]: mark }, last_name: [mark], email: 7 },
    mark,
    [mark],
  ];
  for (const params of bodies) {
    await send(sendPath, JSON.stringify({ ...envelopeOf('inquiry'), template_params: params }), json);
  }
  for (const change of [{ user_id: mark }, { service_id: mark }, { template_id: mark }, { accessToken: { mark } }]) {
    await send(sendPath, JSON.stringify({ ...envelopeOf('inquiry'), template_params: good, ...change }), json);
  }
  await send(sendPath, `{"broken": "${mark}`, json);
  await send(sendPath, mark.repeat(20_000), json);
  await send(sendPath, mark, { ...markedHeaders, 'content-type': `application/${mark}` });
  await send(`${sendPath}?q=${mark}`, bodyOf('inquiry', good), {
    ...json,
    origin: `http://${mark.toLowerCase()}.example`,
  });
  await send(sendFormPath, markedForm({ ...good, email: mark }), { ...markedHeaders, accept: 'text/html' });
  await send(sendFormPath, `--x\r\nbroken ${mark}`, {
    ...markedHeaders,
    'content-type': `multipart/form-data; boundary=${mark}`,
  });
  const withFile = markedForm(good);
  withFile.append(mark, new Blob([mark]), `${mark}.txt`);
  await send(sendFormPath, withFile, markedHeaders);
  for (const path of [`/${mark}`, `/%ff${mark}`, `/thank-you?kind=${mark}&reference=${mark}`, `/assets/../${mark}`]) {
    await send(path, null, markedHeaders, 'GET');
  }
  for (const raw of [
    `${mark} / HTTP/1.1\r\n\r\n`,
    `GET /${mark} HTTP/9.9\r\n${mark}\r\n\r\n`,
    `POST ${sendPath} HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n${mark}`,
  ]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.end(raw).resume();
    await once(socket, 'close');
  }
}

/** Makes the database refuse every lead with an error that quotes the lead's contents. */
async function refuseQuoting({ engine, db }: Storage): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create trigger refuse before insert on leads begin select raise(abort, new.answers || json_extract(new.answers, '$.dealer_address')); end`.execute(
      db,
    );
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception '% %', new.answers, new.answers->>'dealer_address' using detail = new.answers::text, hint = new.answers::text, column = new.answers::text, table = new.answers::text;
  end $$`.execute(db);
  await sql`create trigger refuse before insert on leads for each row execute function refuse()`.execute(db);
}

const allow = ({ engine, db }: Storage) =>
  (engine === 'sqlite' ? sql`drop trigger refuse` : sql`drop trigger refuse on leads`).execute(db);

eachEngine(({ newPlace, openStorage }) => {
  test('nothing that was sent appears in what the server writes, whatever fails', async () => {
    const place = await newPlace();
    const smtp = await fakeSmtp();
    const server = await startAt(place, { ...wideLimits, ...mailSettings(smtp), LOG_LEVEL: 'debug' });
    const storage = await openStorage(place);
    const send = (kind: Kind, headers = markedHeaders) =>
      post(server.url, kind, { ...markedParams(kind), submission_id: mintId() }, { headers });

    for (const kind of kinds) expect((await send(kind)).status).toBe(200);
    await smtp.waitFor(4);
    await sendBroken(server.url);

    await refuseQuoting(storage);
    for (const kind of kinds) expect((await send(kind)).status).toBe(500);
    await allow(storage);

    const quoting = `<${mark}@${mark}.example> is unknown here, said ${mark}`;
    await smtp.misbehave({ kind: 'reply', at: 'recipient', code: 550, text: quoting });
    for (const kind of kinds) expect((await send(kind)).status).toBe(200);
    // The alert about these failures is refused as well.
    const failed = () =>
      storage.db
        .selectFrom('messages')
        .select('id')
        .where('state', '=', 'failed')
        .where('kind', '!=', 'alert')
        .execute();
    await expect.poll(async () => (await failed()).length).toBe(4);
    await smtp.repair();
    for (const at of ['recipient', 'data'] as const) {
      await smtp.misbehave({ kind: 'reply', at, code: 451, text: quoting }, { times: 1 });
    }
    await smtp.misbehave({ kind: 'cut', at: 'mid-data' }, { times: 1, recipient: operator });
    for (const kind of kinds) expect((await send(kind)).status).toBe(200);
    await expect.poll(server.output).toMatch(/"code":"SMTP 451"/);

    // When a template cannot be written, its error quotes the value that it failed on.
    await storage.db
      .updateTable('submissions')
      .set({ answers: JSON.stringify({ [mark]: mark }) })
      .execute();
    await storage.db
      .updateTable('messages')
      .set({ state: 'waiting', due_at: new Date(0).toISOString(), lease_token: null, lease_until: null })
      .execute();
    await smtp.waitFor(5);
    expect((await server.stop()).code).toBe(0);

    const said = server.output();
    expect(said.match(/unexpected error/g), 'the two failures of the database were logged').toHaveLength(2);
    expect(said).toMatch(/a message needs a person/);
    expect(said.toLowerCase()).not.toContain(mark.toLowerCase());
    const written = readdirSync(place.dataDir, { recursive: true, encoding: 'utf8' });
    const others = written.filter((name) => !name.startsWith('boxline.sqlite'));
    for (const name of others) {
      expect(readFileSync(join(place.dataDir, name), 'latin1').toLowerCase()).not.toContain(mark.toLowerCase());
    }
  });
});
