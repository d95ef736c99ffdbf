/** The dialog of a follow-up is opened again after somebody else has set another time. */
import '../styles/desk.css';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { dropDrafts } from '../lib/drafts.ts';
import { toWallClock } from '../lib/times.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions } from './leads.ts';
import { recordOf, testNow } from './testing.ts';

afterEach(dropDrafts);

const mine = '2026-12-03T15:00:00.000Z';
const theirs = '2026-12-10T15:00:00.000Z';

test('R225 the time of a follow-up that somebody else has set since is in the form when it is opened again', async () => {
  const stored = recordOf({ followUpAt: mine, version: 2 });
  const edit = vi.fn<LeadActions['edit']>().mockResolvedValue({ kind: 'taken', record: stored });
  const shown = (lead: typeof stored) => (
    <Lead
      lead={lead}
      clock={{ now: () => Date.parse(testNow) }}
      actions={{ edit } as unknown as LeadActions}
      hrefOf={(id) => `/leads/${id}`}
    />
  );
  const screen = mount(shown(recordOf({ version: 1 })));
  const open = page.getByRole('button', { name: 'Change the follow-up' });
  const time = page.getByLabelText(/^Another time/);
  await open.click();
  await time.fill(toWallClock(mine));
  await page.getByRole('button', { name: 'Set this time' }).click();
  await expect.poll(() => edit.mock.calls).toEqual([[1, { followUpAt: mine }]]);
  screen.show(shown(stored));
  screen.show(shown(recordOf({ followUpAt: theirs, version: 3 })));
  await open.click();
  await expect.element(time).toHaveValue(toWallClock(theirs));
});

test('R225 a follow-up is not changed while another press is being sent, which would be taken for somebody else’s change', async () => {
  const edit = vi.fn<LeadActions['edit']>(() => new Promise(() => undefined));
  mount(
    <Lead
      lead={recordOf({ version: 1 })}
      clock={{ now: () => Date.parse(testNow) }}
      actions={{ edit } as unknown as LeadActions}
      hrefOf={(id) => `/leads/${id}`}
    />,
  );
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Qualified' }).click();
  const open = page.getByRole('button', { name: 'Change the follow-up' });
  await expect.element(open).toHaveAttribute('aria-disabled', 'true');
  await open.click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

/** The lead with its dialog open, and the calls of `edit`. */
async function openDialog(followUpAt: string | null = null) {
  const edit = vi.fn<LeadActions['edit']>().mockResolvedValue({ kind: 'taken', record: recordOf() });
  const screen = mount(
    <Lead
      lead={recordOf({ version: 1, followUpAt })}
      clock={{ now: () => Date.parse('2026-10-30T15:00:00.000Z') }}
      actions={{ edit } as unknown as LeadActions}
      hrefOf={(id) => `/leads/${id}`}
    />,
  );
  await page.getByRole('button', { name: 'Change the follow-up' }).click();
  return {
    ...screen,
    set: () => page.getByRole('button', { name: 'Set this time' }).click(),
    sent: () => edit.mock.calls,
  };
}

const time = page.getByLabelText(/^Another time/);
const choice = (name: string) => page.getByRole('radio', { name });

test('R854 a follow-up for the second of two equal hours, when the clocks are put back, is set for the second', async () => {
  const { set, sent } = await openDialog();
  await expect.element(choice('The second, 1:30 am EST')).not.toBeInTheDocument();
  await time.fill('2026-11-01T01:30');
  await set();
  await expect.element(page.getByText('This time comes twice that night. Choose one.')).toBeVisible();
  expect(sent()).toEqual([]);
  await choice('The second, 1:30 am EST').click();
  await set();
  await expect.poll(sent).toEqual([[1, { followUpAt: '2026-11-01T06:30:00.000Z' }]]);
});

test('R854 a follow-up that is stored for the second of two equal hours stays the second when it is set again', async () => {
  const { set, sent } = await openDialog('2026-11-01T06:30:00.000Z');
  await expect.element(choice('The second, 1:30 am EST')).toBeChecked();
  await time.fill('2026-11-01T01:45');
  await expect.element(choice('The second, 1:45 am EST')).toBeChecked();
  await set();
  await expect.poll(sent).toEqual([[1, { followUpAt: '2026-11-01T06:45:00.000Z' }]]);
});

test('R854 which of two equal hours was chosen and not sent is there when the dialog is opened again', async () => {
  const { leave } = await openDialog();
  await time.fill('2026-11-01T01:30');
  await choice('The first, 1:30 am EDT').click();
  leave();
  const { set, sent } = await openDialog();
  await expect.element(choice('The first, 1:30 am EDT')).toBeChecked();
  await set();
  await expect.poll(sent).toEqual([[1, { followUpAt: '2026-11-01T05:30:00.000Z' }]]);
});

test('R854 a time that comes once asks for no choice', async () => {
  const { set, sent } = await openDialog();
  await time.fill('2026-11-01T02:30');
  await set();
  await expect.poll(sent).toEqual([[1, { followUpAt: '2026-11-01T07:30:00.000Z' }]]);
  expect(page.getByRole('radio').elements()).toEqual([]);
});
