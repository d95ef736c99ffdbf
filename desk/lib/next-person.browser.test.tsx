/** One person sends something, and the answer arrives when another person is signed in. The second person gets nothing of it. */
import '../styles/desk.css';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renewRecoveryCodes } from '#contract/desk/account-endpoints.ts';
import { revokeCode } from '#contract/desk/code-endpoints.ts';
import { markContacted, viewLead } from '#contract/desk/lead-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { LeadPane } from '../leads/LeadPane.tsx';
import * as leads from '../leads/testing.ts';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { queryClient } from './read.ts';
import { sendDesk } from './send.ts';
import { setSessionState } from './session.ts';

/** Signs a person in, as far as the console knows. */
function arrive(id: string): void {
  setSessionState({ state: 'signed-in', person: { id, name: id, email: `${id}@boxline.example` } } as never);
  onTestFinished(() => setSessionState({ state: 'unknown' } as never));
}

const revoke = () => sendDesk(revokeCode, { params: { number: '7' }, body: {} });
const revokePath = 'POST /api/desk/codes/7/revoke';

test('R362 a record that one person’s press is answered with is not shown to the next one', async () => {
  arrive('dana');
  const slow = Promise.withResolvers<Answer>();
  let name = 'As Dana sees it';
  const of = (shown: string, version: number) => leads.recordOf({ id: 'lead-2', name: shown, version });
  const pane = (key: string) => <LeadPane key={key} id="lead-2" backTo="/leads" pathOf={(id) => `/leads/${id}`} />;
  const screen = mountDesk(pane('dana'), {
    answers: {
      [`GET ${viewLead.path.replace(':id', 'lead-2')}`]: () => ({ json: of(name, 1) }),
      [`POST ${markContacted.path.replace(':id', 'lead-2')}`]: () => slow.promise,
    },
  });
  const bar = page.getByRole('region', { name: 'What you do' });
  await expect.element(bar.getByRole('button', { name: 'Contacted' })).not.toHaveAttribute('aria-disabled');
  await bar.getByRole('button', { name: 'Contacted' }).click();
  arrive('lee');
  queryClient.clear();
  name = 'As Lee sees it';
  screen.show(pane('lee'));
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
  // Also for a moment.
  const kept: string[] = [];
  const stop = queryClient
    .getQueryCache()
    .subscribe(({ query }) => kept.push((query.state.data as { name?: string } | undefined)?.name ?? ''));
  onTestFinished(stop);
  slow.resolve({ json: of('As Dana sees it', 2) });
  await drawn();
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
  expect(kept).not.toContain('As Dana sees it');
});

test('R362 the same press of the next person is sent, while the first one’s is under way', async () => {
  const { sent } = mountDesk(<p>Codes</p>, { answers: { [revokePath]: 'never' } });
  arrive('dana');
  void revoke();
  void revoke();
  arrive('lee');
  void revoke();
  await expect.poll(() => sent(revokePath).length).toBe(2);
});

test('R362 nobody is asked to prove what somebody else pressed before them, and it is not sent as theirs', async () => {
  const renewPath = `POST ${renewRecoveryCodes.path}`;
  const slow = Promise.withResolvers<Answer>();
  const { sent } = mountDesk(<ProofDialog />, { answers: { [renewPath]: () => slow.promise } });
  arrive('dana');
  const pressed = sendDesk(renewRecoveryCodes, { body: {} });
  arrive('lee');
  slow.resolve({ status: 403, text: 'Prove once more that it is you.' });
  await expect(pressed).resolves.toMatchObject({ kind: 'refused' });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent(renewPath)).toHaveLength(1);
});
