import { expect, it } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { mailEnv, recordMails } from '../../tests/support/mails.ts';
import { readAnchor, verifyAudit } from './service.ts';

const smtp = {
  ...mailEnv,
  PUBLIC_URL: 'http://desk.example',
};

eachEngine((under) => {
  it('R79 the head reaches the admins alone by mail and the log, and the chain agrees with it', async () => {
    const { mails, mailTransport } = recordMails();
    const { context, addPerson, log } = await startDesk(under, smtp, { mailTransport });
    const admins = [await addPerson('admin'), await addPerson('admin')];
    for (const role of ['manager', 'agent', 'viewer', null] as const) await addPerson(role);
    await context.audit.tellHead();
    await context.delivery.runDue();

    const heads = mails.filter(({ subject }) => subject.startsWith('Audit log'));
    expect(heads.map(({ to }) => to).sort()).toEqual(admins.map(({ mail }) => mail).sort());
    for (const { text, html, autoSubmitted } of heads) {
      expect(autoSubmitted).toBe(true);
      const [, head = ''] = /verify --anchor (\S+)/.exec(text) ?? [];
      expect(html).toContain(head);
      expect(log()).toContain(`"head":"${head}"`);
      const anchor = readAnchor(head);
      expect(anchor).toBeDefined();
      expect(await verifyAudit(context.storage, context.keyed, anchor)).toMatchObject({
        anchored: true,
        broken: undefined,
      });
    }
  });
});
