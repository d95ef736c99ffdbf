/** A tab that is duplicated has the ids of the first tab's requests. It may not ask in their place. */
import { expect, test, vi } from 'vitest';
import { answers, asking, current, sendSms } from '../testing/asking.ts';

const insteadOf = ({ body }: { readonly body: unknown }) => (body as { instead_of?: string[] }).instead_of;

const otherAnswers = { ...answers, additionalInfo: 'For another customer' };

/** A tab whose request was sent without a known result. */
async function withUnheard() {
  const it = asking();
  it.server.answers(sendSms, 'cut');
  it.server.answers(current, 'cut');
  await it.ask('token', answers);
  return it;
}

test('R1016 a tab that is duplicated while a request is on its way asks beside it, and the first tab still in its place', async () => {
  const { ask, duplicate, sent, ids } = await withUnheard();
  const copy = await duplicate();
  await copy.ask('copy', otherAnswers);
  await ask('token', { ...answers, additionalInfo: 'Changed' });
  await copy.ask('copy', { ...otherAnswers, additionalInfo: 'Changed too' });
  const [first, ofCopy] = ids();
  expect(sent().map(insteadOf)).toEqual([undefined, undefined, [first], [ofCopy]]);
});

test('R1016 a tab that is loaded again, duplicated or not, still asks in the place of its own request', async () => {
  const { reload, duplicate, sent, ids } = await withUnheard();
  const copy = await duplicate();
  const again = await reload();
  await again.ask('token', otherAnswers);
  await copy.ask('copy', { ...answers, additionalInfo: 'From the copy' });
  expect(sent().map(insteadOf)).toEqual([undefined, [ids()[0]], undefined]);
});

test('R1016 a duplicated tab asks in the place of the request once the first tab is closed', async () => {
  const { duplicate, close, sent, ids } = await withUnheard();
  close();
  const copy = await duplicate();
  await copy.ask('copy', otherAnswers);
  expect(sent().map(insteadOf)).toEqual([undefined, [ids()[0]]]);
});

test('R1016 a tab holds nothing any more once its request is known to have arrived', async () => {
  const { arrived, ids, locks } = await withUnheard();
  expect(locks.held.size).toBe(1);
  arrived({ id: ids()[0] ?? '' });
  await vi.waitFor(() => expect(locks.held.size).toBe(0));
});

test('R1016 where the browser refuses locks, a request still comes in the place of one that nobody heard of', async () => {
  const { server, ask, locks, sent, ids } = asking();
  locks.isRefused = true;
  server.answers(sendSms, 'cut');
  server.answers(current, 'cut');
  await ask('token', answers);
  await ask('token', otherAnswers);
  expect(sent().map(insteadOf)).toEqual([undefined, [ids()[0]]]);
});
