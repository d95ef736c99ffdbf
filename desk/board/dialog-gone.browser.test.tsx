/** A dialog of a request that somebody else takes meanwhile. */
import '../styles/desk.css';
import './board.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { mount } from '../../tests/components/mount.ts';
import { Record } from './Record.tsx';
import type { RequestActions } from './requests.ts';
import type { Sent } from './sent.ts';
import { recordOf, testNow } from './testing.ts';

const accepted = { acceptedAt: testNow, acceptedBy: 'Dana', mine: true, stage: 'accepted', state: 'accepted' } as const;
const mine = recordOf({ ...accepted, can: { done: true } });
const theirs = recordOf({ ...accepted, acceptedBy: 'Sam Ortiz', mine: false });

const shown = (record: RequestRecord, done = vi.fn<RequestActions['done']>()) => (
  <main className="night" tabIndex={-1}>
    <Record
      record={record}
      clock={{ now: () => Date.parse(testNow) }}
      people={[]}
      actions={{ done } as unknown as RequestActions}
    />
  </main>
);

const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });

async function openDone(): Promise<void> {
  const button = page.getByRole('button', { name: 'Done…' });
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
  await expect.element(dialog).toBeVisible();
}

test('R386 a dialog whose request somebody else takes says why it went, keeps the focus on the page, and never comes back by itself', async () => {
  const screen = mount(shown(mine));
  await openDone();
  screen.show(shown(theirs));
  await expect.element(page.getByRole('alert').getByText(/cannot close this request any more/)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN');
  screen.show(shown(mine));
  await expect.element(page.getByRole('button', { name: 'Done…' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('R1173 a dialog whose request the dealership cancels says so, and that what was typed is kept', async () => {
  const screen = mount(shown(mine));
  await openDone();
  const cancelled = { as: 'cancelled', at: testNow, endsAt: testNow } as const;
  screen.show(shown(recordOf({ ...accepted, closing: cancelled })));
  const text = 'The dealership has just cancelled this request. What you typed is kept.';
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
});

const unsent = page.getByRole('region', { name: 'You typed this and it was not sent' });

test('R1274 what was typed into a dialog that went is shown in the record, to be copied or discarded, until the dialog can be opened again', async () => {
  const screen = mount(shown(mine));
  await openDone();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Priya calls back at four');
  await dialog.getByRole('checkbox', { name: 'GAP' }).click();
  expect(unsent.query()).toBeNull();
  screen.show(shown(theirs));
  for (const text of ['Contracted: retail', 'Priya calls back at four', 'GAP'])
    await expect.element(unsent.getByText(text)).toBeVisible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await unsent.getByRole('button', { name: /^Copy/ }).click();
  expect(write.mock.calls[0]?.[0]).toContain('Note: Priya calls back at four');
  screen.show(shown(mine));
  await expect.element(unsent).not.toBeInTheDocument();
  screen.show(shown(theirs));
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await expect.element(unsent).not.toBeInTheDocument();
  screen.show(shown(mine));
  await openDone();
  await expect.element(dialog.getByRole('textbox', { name: /^Note/ })).toHaveValue('');
});

test('R1274 what was pressed and may be stored is not said to be unsent while the press is sent again', async () => {
  const done = vi.fn<RequestActions['done']>().mockResolvedValueOnce({ kind: 'unreachable' });
  const again = Promise.withResolvers<Sent>();
  done.mockReturnValueOnce(again.promise);
  const screen = mount(shown(mine, done));
  await openDone();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect.element(dialog.getByText(/No answer from the server/)).toBeVisible();
  screen.show(shown(closing, done));
  await expect.poll(() => done.mock.calls.length).toBe(2);
  expect(unsent.query()).toBeNull();
  again.resolve({ kind: 'unreachable' });
  await expect.element(page.getByRole('alert').getByText(/No answer from the server/)).toBeVisible();
  expect(unsent.query()).toBeNull();
});

test('R386 whoever closes a request that somebody else took at the same instant reads who has it', async () => {
  const answer = Promise.withResolvers<Sent>();
  const done = vi.fn<RequestActions['done']>().mockReturnValueOnce(answer.promise);
  const screen = mount(shown(mine, done));
  await openDone();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  // The record from the press's answer is on the screen before the press resolves.
  screen.show(shown(theirs, done));
  answer.resolve({ kind: 'late', record: theirs });
  await expect.element(page.getByRole('alert').getByText(/Sam Ortiz has it/)).toBeVisible();
});

/** Loses the answer to a press. Afterwards the record shows that the request was handed off or is closing. */
async function loseAnswer(again: Sent, { typed = false } = {}) {
  const done = vi
    .fn<RequestActions['done']>()
    .mockResolvedValueOnce({ kind: 'unreachable' })
    .mockResolvedValueOnce(again);
  const screen = mount(shown(mine, done));
  await openDone();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('textbox', { name: /^Lender/ }).fill('ALLY');
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect.element(dialog.getByText(/No answer from the server/)).toBeVisible();
  if (typed) await dialog.getByRole('textbox', { name: /^Lender/ }).fill('ALLY and Harbor');
  screen.show(shown(closing, done));
  await expect.element(dialog).not.toBeInTheDocument();
  return { done, screen };
}
const closing = recordOf({
  ...accepted,
  closing: { as: 'done', at: testNow, endsAt: testNow },
  disposition: 'contracted_retail',
});
const lender = dialog.getByRole('textbox', { name: /^Lender/ });

test('R544 a press whose answer was lost and that arrived is said to have arrived, and its dialog is empty the next time', async () => {
  const { done, screen } = await loseAnswer({ kind: 'taken', record: closing });
  await expect.element(page.getByText(/it arrived/)).toBeVisible();
  expect(page.getByText(/Somebody changed this request/).elements()).toEqual([]);
  expect(done.mock.calls[1]).toEqual(done.mock.calls[0]);
  screen.show(shown(mine, done));
  await openDone();
  await expect.element(lender).toHaveValue('');
  expect(done).toHaveBeenCalledTimes(2);
});

test('R544 a press whose answer was lost and that did not arrive says so, and its dialog has what was typed', async () => {
  const { done, screen } = await loseAnswer({ kind: 'late', record: closing });
  await expect.element(page.getByText(/Somebody changed this request meanwhile/)).toBeVisible();
  await expect.element(unsent.getByText('ALLY')).toBeVisible();
  screen.show(shown(mine, done));
  await openDone();
  await expect.element(lender).toHaveValue('ALLY');
});

test('R544 what was typed after a press whose answer was lost is kept, also when the press arrived', async () => {
  const { done, screen } = await loseAnswer({ kind: 'taken', record: closing }, { typed: true });
  await expect.element(page.getByText(/it arrived/)).toBeVisible();
  // Most of the draft was sent.
  expect(unsent.query()).toBeNull();
  screen.show(shown(mine, done));
  await openDone();
  await expect.element(lender).toHaveValue('ALLY and Harbor');
});
