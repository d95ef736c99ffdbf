/** Values that a browser or a script may send in an address or a body, and that no database can store. */
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';

eachEngine((under) => {
  it('a NUL and a year that is none are the caller’s fault, wherever they stand', async () => {
    const { context, desk, signInAs, log } = await startDesk(under);
    await storeLead(context.storage, 1, 'Motors');
    const { id } = await context.storage.db.selectFrom('leads').select('id').executeTakeFirstOrThrow();
    const { cookie } = await signInAs('admin');
    const cursor = (parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const calls = [
      ['GET', '/api/desk/leads/%00'],
      ['GET', '/api/desk/dealerships/a%00b'],
      ['POST', '/api/desk/dealerships/%00/close', { version: 1 }],
      ['GET', '/api/desk/audit?by=a%00b'],
      ['GET', '/api/desk/messages?search=a%00b'],
      ['GET', `/api/desk/messages?search=a&cursor=${cursor(['a\0', '2026-11-01T00:00:00.000Z', 'x'])}`],
      ['GET', `/api/desk/messages?cursor=${cursor(['', '-271821-04-20T00:00:00.000Z', 'x'])}`],
      ['GET', '/api/desk/leads?status=all&cursor=o_0000-00-00T99:99:99.999Z_x'],
      ['GET', '/api/desk/requests?cursor=9999-99-99T99:99:99.999Z_x'],
      ['POST', `/api/desk/leads/${id}`, { version: 1, patch: { ownerId: 'a\0b' } }],
      ['POST', `/api/desk/leads/${id}/join`, { version: 1, with: '\0', withVersion: 1 }],
      ['POST', `/api/desk/messages/${mintId()}/give-up`, { retriedAt: '0000-01-01T00:00:00.000Z' }],
    ] as const;
    for (const [method, path, body] of calls) {
      const { status, text } = await desk(method, path, { cookie, ...(body && { body }) });
      expect(status, `${method} ${path}: ${text}`).toBeLessThan(500);
      expect(text).not.toBe(commonRefusals.internal.text);
    }
    expect(log()).not.toContain('unexpected error');
  });

  it('a lead that no submission is kept of is shown', async () => {
    const { context, desk, signInAs } = await startDesk(under);
    await storeLead(context.storage, 1, 'Motors');
    const { id } = await context.storage.db.selectFrom('leads').select('id').executeTakeFirstOrThrow();
    const { cookie } = await signInAs('viewer');
    expect((await desk('GET', `/api/desk/leads/${id}`, { cookie })).json()).toMatchObject({ id, name: 'Motors' });
  });
});
