import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mintId } from '#contract/reference.ts';
import { beginAnew } from '../../tests/components/forms.ts';
import { mount } from '../../tests/components/mount.ts';
import { leadStatus } from '../forms/lead-status.ts';
import { startNote } from '../forms/note/FormsNote.tsx';
import { linkToForm } from '../forms/page-of-form.ts';
import { queuedPrefix } from '../forms/sending/lifetimes.ts';
import { DealerIntake } from './DealerIntake.tsx';

beforeEach(() => {
  beginAnew();
  // The link in the note leads to a place on the page itself.
  const { href } = location;
  history.replaceState(null, '', linkToForm('intake'));
  onTestFinished(() => history.replaceState(null, '', href));
});

/** Puts a registration into the queue that the server has refused. */
function refuse(business_name: string): void {
  const id = mintId();
  const key = queuedPrefix + id;
  const errors = [{ field: 'business_phone', text: 'Enter the phone number of the business' }];
  const identity = { id, root: id, unsure: false };
  const rest = {
    answers: { business_name },
    extras: {},
    startedAt: Date.now(),
    queuedAt: Date.now(),
    errors,
    reason: '',
  };
  localStorage.setItem(
    key,
    JSON.stringify({ version: 1, ...identity, key, kind: 'intake', state: 'refused', ...rest }),
  );
  dispatchEvent(new StorageEvent('storage', { key }));
}

test('R615 a registration that comes back while the thanks for another one stand there is opened by its link', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  mount(
    <>
      <div>{startNote()}</div>
      <main id="main">
        <DealerIntake />
      </main>
    </>,
  );
  await expect.element(page.getByLabelText(/^Business name/)).toBeVisible();
  await leadStatus('intake').send({ business_name: 'Birch Motors' });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  refuse('Alder Motors');
  await page.getByRole('link', { name: 'Open the form to correct it' }).click();
  await expect.element(page.getByLabelText(/^Business name/)).toHaveValue('Alder Motors');
  await expect.element(page.getByRole('link', { name: 'Enter the phone number of the business' })).toBeVisible();
});
