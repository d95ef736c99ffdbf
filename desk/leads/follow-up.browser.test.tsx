/** The dialog of a follow-up is opened again after somebody else has set another time. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { toWallClock } from '../lib/times.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions } from './leads.ts';
import { recordOf, testNow } from './testing.ts';

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
