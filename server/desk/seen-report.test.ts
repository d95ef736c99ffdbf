/** The report of who saw which record, compared with what was done. */
import { expect, test } from 'vitest';
import type { SeenRow } from '#contract/desk/audit-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { verifyAudit } from '#server/audit/service.ts';
import { startWebhookReceiver } from '../../tests/fakes/webhook-receiver.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  test('R191 who saw which record between two times is told by count: opened, looked through, exported, read by a program', async () => {
    let aheadMs = 0;
    const now = () => new Date(Date.parse('2026-11-21T12:00:00.000Z') + aheadMs);
    const { context, desk, signInAs } = await startDesk(under, {}, { now });
    const { audit, storage, apiTokens } = context;
    const [one, other] = [await signInAs('agent'), await signInAs('viewer')];
    const leads = Array.from({ length: 7 }, () => mintId());
    const made = await apiTokens.make({ name: 'Back office', scopes: ['leads:read'], days: 30 }, one);
    if ('refused' in made) throw new Error(made.refused);

    /** Views before the span, in it, and after it. */
    const opens: [string, string, number][] = [];
    for (const minute of [0, 60, 61, 62, 200]) {
      for (const [index, id] of leads.entries()) {
        const by = index % 2 === 0 ? one.personId : other.personId;
        opens.push([by, id, minute]);
      }
    }
    for (const [by, id, minute] of opens) {
      aheadMs = minute * 60_000;
      await storage.transaction((trx) => audit.write(trx, { by, action: 'opened', about: [{ kind: 'lead', id }] }));
      // A change does not count as a view.
      await storage.transaction((trx) =>
        audit.write(trx, { by, action: 'lead-edited', about: [{ kind: 'lead', id }] }),
      );
    }
    aheadMs = 90 * 60_000;
    audit.listed(one, { name: 'leads' });
    await audit.exported(other, { kind: 'list', id: 'leads' });
    const isCurrent = async () => {};
    await apiTokens.read(made.id, { kind: 'lead', ids: leads.slice(0, 3) }, isCurrent);
    await apiTokens.read(made.id, { kind: 'lead', ids: leads.slice(0, 2) }, isCurrent);
    await audit.flush();

    aheadMs = 100 * 60_000;
    // All of this takes longer than a session lasts.
    const [admin, agent] = [await signInAs('admin'), await signInAs('agent')];
    const body = { from: '2026-11-21T13:00:00.000Z', before: '2026-11-21T14:00:00.000Z' };
    const answer = await desk('POST', '/api/desk/audit/seen', { cookie: admin.cookie, body });
    expect(answer.status, answer.text).toBe(200);
    const report = answer.json() as {
      rows: { who: { kind: string; id: string; name: string }; how: string; kind: string; id: string; times: number }[];
      total: number;
      records: number;
    };
    const of = (how: string) =>
      report.rows.filter((row) => row.how === how && (row.kind === 'lead' || row.kind === 'list'));
    expect(
      of('opened')
        .map(({ id, who, times }) => [who.id, id, times])
        .toSorted(),
    ).toEqual(leads.map((id, index) => [index % 2 === 0 ? one.personId : other.personId, id, 3]).toSorted());
    expect(of('listed').map(({ who, id, times }) => [who.id, id, times])).toEqual([[one.personId, 'leads', 1]]);
    expect(of('exported').map(({ who, id, times }) => [who.id, id, times])).toEqual([[other.personId, 'leads', 1]]);
    const read = of('api-read');
    expect(read.map(({ id, times }) => [id, times]).toSorted()).toEqual(
      [
        [leads[0], 2],
        [leads[1], 2],
        [leads[2], 1],
      ].toSorted(),
    );
    expect(read[0]?.who).toEqual({ kind: 'program', id: made.id, name: 'Back office' });

    const begun = await desk('POST', '/api/desk/exports', {
      cookie: admin.cookie,
      body: { kind: 'seen', filter: body },
    });
    const csv = await desk('GET', (begun.json() as { address: string }).address, { cookie: admin.cookie });
    const lines = csv.text.trim().split(/\r?\n/).slice(1);
    expect(lines.filter((line) => line.includes('"opened","lead"'))).toHaveLength(7);
    expect(lines.filter((line) => line.includes('"api-read","lead"'))).toHaveLength(3);
    expect((await desk('POST', '/api/desk/audit/seen', { cookie: agent.cookie, body })).status).toBe(403);
    const backwards = { from: body.before, before: body.from };
    expect((await desk('POST', '/api/desk/audit/seen', { cookie: admin.cookie, body: backwards })).status).toBe(422);
  });

  test('R215 which receiver of webhooks was sent which record is told like everything else, also once the tries are gone', async () => {
    const { context, desk, signInAs, send } = await startDesk(under, { WEBHOOK_ALLOW: '127.0.0.1' });
    const { delivery, storage, webhooks } = context;
    const admin = await signInAs('admin');
    const { cookie } = admin;
    const [taking, failing] = [await startWebhookReceiver(), await startWebhookReceiver()];
    failing.answer({ status: 500 });
    const ids: Record<string, string> = {};
    const urls = { Taking: taking.url, Failing: failing.url, Away: 'http://127.0.0.1:1/hook' };
    for (const [name, url] of Object.entries(urls)) {
      const answer = await desk('POST', '/api/desk/connections/webhooks', {
        cookie,
        body: { name, url, events: ['lead.received'] },
      });
      ids[name] = (answer.json() as { endpoint: { id: string } }).endpoint.id;
    }
    await webhooks.test(ids['Taking'] ?? '', admin);
    expect((await send('inquiry', inquiryParams({}))).status).toBe(200);
    await delivery.runDue();
    expect([taking.received.length, failing.received.length]).toEqual([2, 1]);

    const lead = await storage.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    await storage.db.deleteFrom('webhook_tries').execute();
    expect((await webhooks.remove(ids['Failing'] ?? '', admin)).kind).toBe('done');
    const hourMs = 60 * 60_000;
    const [from, before] = [-hourMs, hourMs].map((ms) => new Date(Date.now() + ms).toISOString());
    const answer = await desk('POST', '/api/desk/audit/seen', { cookie, body: { from, before } });
    const { rows } = answer.json() as { rows: SeenRow[] };
    const sent = rows.filter(({ how }) => how === 'webhook-sent');
    // A receiver that no connection reached has seen nothing.
    expect(sent.map(({ who }) => who.id)).not.toContain(ids['Away']);
    expect(sent.map(({ who, kind, id, label, times }) => ({ who, kind, id, label, times }))).toEqual(
      ['Taking', 'Failing']
        .map((name) => ({
          who: { kind: 'receiver', id: ids[name], name },
          kind: 'lead',
          id: lead.id,
          label: lead.reference,
          times: 1,
        }))
        .toSorted((one, other) => ((one.who.id ?? '') < (other.who.id ?? '') ? -1 : 1)),
    );
    const begun = await desk('POST', '/api/desk/exports', { cookie, body: { kind: 'seen', filter: { from, before } } });
    const csv = await desk('GET', (begun.json() as { address: string }).address, { cookie });
    expect(csv.text.split('\r\n').filter((line) => line.includes('"webhook-sent","lead"'))).toHaveLength(2);
    expect((await verifyAudit(storage, context.keyed)).broken).toBeUndefined();
  });
});
