import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mintId, referenceOf } from '#contract/reference.ts';
import { beginAnew } from '../../../tests/components/forms.ts';
import { mount } from '../../../tests/components/mount.ts';
import { postedPrefix, queuedPrefix } from '../sending/lifetimes.ts';
import { draftKey, type QueuedRecord } from '../sending/records.ts';
import { queuedLeads } from '../sending/send-queue.ts';
import { sharedUnheard } from '../sending/unheard.ts';
import { clearedLeads } from './cleared.ts';
import { startNote } from './FormsNote.tsx';

beforeEach(beginAnew);

const root = mintId();
const reference = referenceOf(root);
const note = () => page.getByRole('region', { name: 'Your forms' });

const shows = (words: string) => expect.poll(() => note().element().textContent).toContain(words);

/** What most forms in the queue are: nothing refuses them, and they were not sent yet. */
const sure = { isHindered: false, unsure: false };

/** A change of a lead in the queue. */
function queuedChange(state: QueuedRecord['state']): void {
  const id = mintId();
  const key = queuedPrefix + id;
  const named = { version: 1, id, root, unsure: false, key, kind: 'inquiry', state };
  const record = { ...named, answers: {}, extras: {}, startedAt: 0, queuedAt: Date.now(), errors: [], reason: '' };
  localStorage.setItem(key, JSON.stringify(record));
}

test('R672 a change that waits, was refused, was sent or was not heard of is not told as the form that it changes', async () => {
  queuedChange('refused');
  queuedChange('sent');
  mount(startNote());
  await shows(`A change of Dealer inquiry ${reference} could not be accepted`);
  await shows(`A change of Dealer inquiry ${reference} was sent. We have it.`);
  const postedAt = Date.now();
  const change = { version: 1, id: mintId(), root, kind: 'inquiry', postedAt, until: postedAt, left: true } as const;
  sharedUnheard().tell(change, 'missing');
  await shows(`A change of Dealer inquiry ${reference} was not sent`);
});

test('R1072 a form that came back refused is said to come after the answers that are in its form by now', async () => {
  mount(startNote());
  const lead = { key: 'x', kind: 'inquiry', reference, state: 'refused', isChange: false, onDevice: true } as const;
  for (const isHindered of [false, true]) {
    queuedLeads.set([{ ...lead, ...sure, isHindered }]);
    await shows(isHindered ? 'sending it again as it is does not help' : 'could not be accepted as it is');
    await shows('Other answers in it come first: send or clear them.');
  }
});

test('R325 R1048 a form that waits in the memory of the page alone is not told as being in the browser', async () => {
  mount(startNote());
  const lead = { key: 'x', kind: 'inquiry', reference, state: 'waiting', isChange: false, ...sure } as const;
  queuedLeads.set([{ ...lead, onDevice: true }]);
  await shows(`Dealer inquiry ${reference} waits in this browser, which keeps trying`);
  queuedLeads.set([{ ...lead, onDevice: false }]);
  await shows(
    `Dealer inquiry ${reference} waits in this page alone, because your browser keeps nothing. Leave the page open`,
  );
  expect(note().element().textContent).not.toContain('in this browser');
});

test('R801 before a form is taken off the device its person is told when we may have it already', async () => {
  mount(startNote());
  const lead = { key: 'x', kind: 'inquiry', reference, state: 'waiting', isChange: false, onDevice: true } as const;
  queuedLeads.set([{ ...lead, ...sure }]);
  await page.getByRole('button', { name: `Clear ${reference}` }).click();
  await expect.element(page.getByText('Take it out of this browser? We do not have it yet.')).toBeVisible();
  queuedLeads.set([{ ...lead, ...sure, unsure: true }]);
  await expect.element(page.getByText('Take it out of this browser? We may have it already.')).toBeVisible();
});

test('R815 a form that was taken off the queue in another tab is not said to be lost, and one that is gone with its note is', async () => {
  mount(startNote());
  const key = queuedPrefix + root;
  const lead = { key, kind: 'inquiry', reference, state: 'waiting', isChange: false, onDevice: true, ...sure } as const;
  localStorage.setItem(postedPrefix + root, '{}');
  queuedLeads.set([lead]);
  // What waited in an earlier test is gone as well.
  clearedLeads.set([]);
  await shows('waits in this browser');
  queuedLeads.set([]);
  await expect.poll(() => document.body.textContent).not.toContain(`${reference} waits`);
  expect(document.body.textContent).not.toContain('no longer in this browser');
  queuedLeads.set([{ ...lead, unsure: true }]);
  await shows('waits in this browser');
  localStorage.clear();
  queuedLeads.set([]);
  await shows(
    `Dealer inquiry ${reference} is no longer in this browser: it was cleared before an answer came. We may have it`,
  );
  expect(note().element().textContent).not.toContain('before it was sent');
});

/** Keeps a sent inquiry and a draft that changes it, as another page of this browser left them. */
function keepUnsentChange(): void {
  const [now, version] = [Date.now(), 1];
  const sent = { version, id: root, root, kind: 'inquiry', fingerprint: 'of the earlier answers' };
  const times = { postedAt: now, underWayUntil: 0, acknowledged: true };
  localStorage.setItem(postedPrefix + root, JSON.stringify({ ...sent, ...times }));
  const draft = { version, id: mintId(), root, unsure: false, answers: { first_name: 'Adele' } };
  localStorage.setItem(draftKey('inquiry'), JSON.stringify({ ...draft, savedAt: now, startedAt: now }));
}

test('R936 changes that another tab sends, discards or clears are not said to be unsent any more', async () => {
  keepUnsentChange();
  mount(startNote());
  await shows('What you changed after that is not sent yet.');
  const frame = document.createElement('iframe');
  document.body.append(frame);
  frame.contentWindow?.localStorage.removeItem(draftKey('inquiry'));
  await expect.poll(() => document.body.textContent).not.toContain('What you changed after that');
  frame.remove();
});

test('R936 changes that the browser cleared without a word are not said to be unsent once the page is looked at again', async () => {
  keepUnsentChange();
  mount(startNote());
  await shows('What you changed after that is not sent yet.');
  localStorage.clear();
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => document.body.textContent).not.toContain('What you changed after that');
});
