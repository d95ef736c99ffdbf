import '../styles/desk.css';
import './people.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Invitation, invite } from '#contract/desk/link-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { personRecordOf } from '../../tests/support/person-record.ts';
import { readAgain } from '../lib/read.ts';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { InviteForm } from './InviteForm.tsx';

const invitation: Invitation = {
  id: 'one',
  personId: 'lee',
  name: 'Lee Marsh',
  email: 'lee@boxline.example',
  role: 'admin',
  invitedBy: 'Dana Whitcomb',
  createdAt: '2026-11-21T15:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  state: 'open',
  acceptedName: null,
  acceptedAt: null,
};

test('R583 a link to hand over is not offered any more once somebody else has invited the person again', async () => {
  let open = [invitation];
  let reads = 0;
  mountDesk(
    <>
      <InviteForm person={undefined} mayInvite={['admin']} onSaid={() => undefined} onClose={() => undefined} />
      <ShownOnceDialog />
    </>,
    {
      answers: {
        'GET /api/desk/invitations': () => {
          reads += 1;
          return { json: { invitations: open } };
        },
        'POST /api/desk/invitations': { json: { invitation, link: 'https://desk.example/invitation#one' } },
      },
    },
  );
  await page.getByLabelText('Name').fill('Lee Marsh');
  await page.getByLabelText('E-mail address').fill('lee@boxline.example');
  await page.getByLabelText('How it reaches them').selectOptions('link');
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = page.getByText('https://desk.example/invitation#one');
  await expect.element(link).toBeVisible();
  const before = reads;
  readAgain({ topics: [{ topic: 'people', id: null }] });
  await expect.poll(() => reads).toBeGreaterThan(before);
  await drawn();
  await expect.element(link).toBeVisible();
  open = [{ ...invitation, id: 'two' }];
  readAgain({ topics: [{ topic: 'people', id: null }] });
  await expect.element(page.getByText(/This invitation has ended/)).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('R758 a draft that chose a role to which its person may not invite any more asks for a role', async () => {
  const form = (mayInvite: readonly ('admin' | 'agent' | 'viewer')[]) => (
    <InviteForm person={undefined} mayInvite={mayInvite} onSaid={() => undefined} onClose={() => undefined} />
  );
  const path = 'POST /api/desk/invitations';
  const first = mountDesk(form(['viewer', 'agent', 'admin']), { answers: {} });
  await page.getByLabelText('Name').fill('Lee Marsh');
  await page.getByLabelText('E-mail address').fill('lee@boxline.example');
  await page.getByLabelText('Role').selectOptions('admin');
  first.leave();
  // An admin who has become a manager signs in again.
  const { sent } = mountDesk(form(['viewer', 'agent']), { answers: { [path]: 'cut' } });
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText('Choose a role.')).toBeVisible();
  expect(sent(path)).toEqual([]);
  await page.getByLabelText('Role').selectOptions('agent');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => sent(path)).toMatchObject([{ role: 'agent' }]);
});

test('R944 an invitation that nothing answered is asked for again by the same press', async () => {
  const path = 'POST /api/desk/invitations';
  const { sent } = mountDesk(
    <InviteForm person={undefined} mayInvite={['agent']} onSaid={() => undefined} onClose={() => undefined} />,
    { answers: { [path]: 'cut' } },
  );
  await page.getByLabelText('Name').fill('Lee Marsh');
  await page.getByLabelText('E-mail address').fill('lee@boxline.example');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText(/It may have been done/)).toBeVisible();
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => sent(path).length).toBe(2);
  const presses = sent(path).map((body) => (body as { press?: string }).press);
  expect(presses[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(presses[1]).toBe(presses[0]);
});

test('R995 an invitation by a form that shows an older address says so, and carries the version that the form shows', async () => {
  const path = 'POST /api/desk/invitations';
  const { status, text } = invite.refusals.personChanged;
  const { sent } = mountDesk(
    <InviteForm
      person={personRecordOf('Lee Marsh', null, { id: 'lee', mail: 'lee@boxline.example', version: 4 })}
      mayInvite={['agent']}
      onSaid={() => undefined}
      onClose={() => undefined}
    />,
    { answers: { [path]: { status, text } } },
  );
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(sent(path)).toMatchObject([{ personId: 'lee', version: 4, email: 'lee@boxline.example' }]);
});
