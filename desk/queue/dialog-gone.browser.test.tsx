/** A dialog of a request that somebody else takes meanwhile. */
import '../styles/desk.css';
import './queue.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { settleMs } from '#client/lib/settle.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { mount } from '../../tests/components/mount.ts';
import { Record, type RequestActions } from './Record.tsx';
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
      hrefOf={(id) => `/desk/requests/${id}`}
    />
  </main>
);

const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });

async function openDone(): Promise<void> {
  const button = page.getByRole('button', { name: 'Done…' });
  await expect.element(button, { timeout: 5 * settleMs }).not.toHaveAttribute('aria-disabled');
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

test('R386 whoever closes a request that somebody else took at the same instant reads who has it', async () => {
  const answer = Promise.withResolvers<Sent>();
  const done = vi.fn<RequestActions['done']>().mockReturnValueOnce(answer.promise);
  const screen = mount(shown(mine, done));
  await openDone();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  // The record that the press is answered with is on the screen before the press hears of it.
  screen.show(shown(theirs, done));
  answer.resolve({ kind: 'stands', record: theirs });
  await expect.element(page.getByRole('alert').getByText(/accepted, Sam Ortiz/)).toBeVisible();
});
