import '../styles/desk.css';
import './people.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { confirmInvitation, type Invitation, listInvitations } from '#contract/desk/link-endpoints.ts';
import { mountDesk } from '../../tests/components/desk.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Invitations } from './Invitations.tsx';

const accepted: Invitation = {
  id: 'one',
  personId: 'lee',
  name: 'Lee Marsh',
  email: 'lee@boxline.example',
  role: 'agent',
  invitedBy: 'Dana Whitcomb',
  createdAt: '2026-11-21T15:00:00.000Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  state: 'accepted',
  acceptedName: 'Lee Marsh',
  acceptedAt: '2026-11-21T15:10:00.000Z',
};

function List() {
  const [said, say] = useSaid();
  return (
    <>
      <Said said={said} />
      <Invitations onSaid={say} />
    </>
  );
}

test('R787 the wrong code that ends an invitation says so, and the invitation goes from the list', async () => {
  const { wrongCode, lastWrongCode } = confirmInvitation.refusals;
  let open = [accepted];
  const refusals = [wrongCode, lastWrongCode];
  mountDesk(<List />, {
    answers: {
      [`GET ${listInvitations.path}`]: () => ({ json: { invitations: open } }),
      [`POST ${confirmInvitation.path.replace(':id', accepted.id)}`]: () => {
        const refusal = refusals.shift() ?? wrongCode;
        if (refusal === lastWrongCode) open = [];
        return refusal;
      },
    },
  });
  const code = page.getByLabelText(/The code that Lee Marsh reads/);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText(wrongCode.text)).toBeVisible();
  await expect.element(code).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByRole('alert').getByText(lastWrongCode.text)).toBeVisible();
  await expect.element(page.getByText('Lee Marsh, lee@boxline.example')).not.toBeInTheDocument();
});
