import { expect, test } from 'vitest';
import { mintId, referenceOf } from '#contract/reference.ts';
import { inquiryParams } from '../support/answers.ts';
import { onPostgres } from '../support/each-engine.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { post } from './support/post.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

const posts = 50;
const leads = 40;
const allowed = 12;

onPostgres(({ newPlace, openStorage }) => {
  /** Two servers on one database. */
  async function startTwo(env: Record<string, string>) {
    const place = await newPlace();
    const servers = await Promise.all([startAt(place, env), startAt(place, env)]);
    const urlOf = (n: number) => servers[n % servers.length]?.url ?? '';
    return { urlOf, storage: await openStorage(place) };
  }

  test(`R13 ${posts} parallel posts of one submission spread over two replicas are one lead with its two mails`, async () => {
    const smtp = await fakeSmtp();
    const { urlOf, storage } = await startTwo({ ...wideLimits, ...mailSettings(smtp) });
    const id = mintId();
    const params = inquiryParams({ submission_id: id });
    const answers = await Promise.all(Array.from({ length: posts }, (_, n) => post(urlOf(n), 'inquiry', params)));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(posts).fill('200 OK'));
    const stored = await storage.db.selectFrom('leads').select(['id', 'reference']).execute();
    expect(stored).toEqual([{ id, reference: referenceOf(id) }]);
    await smtp.waitFor(2);
    expect(await storage.db.selectFrom('messages').select('id').execute()).toHaveLength(2);
  });

  test(`two replicas send the mail of ${leads} leads once each`, async () => {
    const smtp = await fakeSmtp();
    const { urlOf, storage } = await startTwo({ ...wideLimits, ...mailSettings(smtp) });
    const send = (n: number) =>
      post(urlOf(n), 'inquiry', inquiryParams({ submission_id: mintId(), email: `dealer-${n}@dealers.example` }));
    await Promise.all(Array.from({ length: leads }, (_, n) => send(n)));
    await smtp.waitFor(2 * leads, undefined, 30_000);
    const open = () => storage.db.selectFrom('messages').select('id').where('state', '<>', 'sent').execute();
    await expect.poll(open).toEqual([]);
    expect(new Set(smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(2 * leads);
    expect(smtp.mails).toHaveLength(2 * leads);
  });

  test('R17 two replicas count the leads of one address together', async () => {
    const { urlOf, storage } = await startTwo({ ...wideLimits, LIMIT_LEADS_PER_ADDRESS: `${allowed}/600` });
    const answers = await Promise.all(
      Array.from({ length: 2 * allowed }, (_, n) =>
        post(urlOf(n), 'inquiry', inquiryParams({ submission_id: mintId() })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(allowed);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(allowed);
    expect(await storage.db.selectFrom('leads').select('id').execute()).toHaveLength(allowed);
  });
});
