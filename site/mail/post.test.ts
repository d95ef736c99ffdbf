/** Tests what a form's post to another provider carries. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { mintId, referenceOf } from '#contract/reference.ts';
import { post } from './post.ts';
import { fetchFake, stubBrowser } from './testing.ts';

const mail = {
  origin: 'https://api.mail.example',
  publicKey: 'key',
  serviceId: 'service',
  templateIds: { inquiry: 'inquiry', intake: 'intake' },
  blockHeadless: false,
  throttleMs: 0,
};
vi.mock('../runtime.ts', () => ({ readRuntime: () => ({ mail }) }));

beforeEach(() => {
  const restore = stubBrowser();
  onTestFinished(restore);
});

const sent = () =>
  (JSON.parse(String(fetchFake.mock.lastCall?.[1]?.body)) as { template_params: Record<string, unknown> })
    .template_params;

it('R1086 another provider gets the reference that the receipt shows, also of a form that was amended', async () => {
  const [id, amended] = [mintId(), mintId()];
  await post('inquiry', { submission_id: id });
  expect(sent()).toEqual({ submission_id: id, reference: referenceOf(id) });
  await post('inquiry', { submission_id: amended, amends: id });
  expect(sent()).toEqual({ submission_id: amended, amends: id, reference: referenceOf(id) });
});
