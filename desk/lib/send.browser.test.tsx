import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { revokeCode } from '#contract/desk/code-endpoints.ts';
import { personHeader } from '#contract/desk/session.ts';
import { proveAgain } from '#contract/desk/session-endpoints.ts';
import { staffRefusals } from '#contract/desk/staff-refusals.ts';
import { type Answer, mountDesk, sessionOf } from '../../tests/components/desk.tsx';
import { drawn } from '../../tests/components/mount.ts';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { dropProof } from './proof.ts';
import { sendDesk } from './send.ts';
import { currentSessionState, SessionContext, setSessionState } from './session.ts';

const revoke = (number: string) => sendDesk(revokeCode, { params: { number }, body: {} });

function Codes() {
  return (
    <>
      {['7', '12'].map((number) => (
        <div key={number}>
          <Confirm
            question={`Revoke code ${number}?`}
            confirmLabel={`Yes, ${number}`}
            cancelLabel="No"
            onConfirm={() => revoke(number)}
          >
            Revoke {number}
          </Confirm>
        </div>
      ))}
    </>
  );
}

test('R225 a write that is pressed again while it is under way is sent once, another one is sent, and so is the same one later', async () => {
  let answer: Answer = 'never';
  const { sent } = mountDesk(<Codes />, {
    answers: { 'POST /api/desk/codes/7/revoke': () => answer, 'POST /api/desk/codes/12/revoke': () => answer },
  });
  answer = 'cut';
  await page.getByRole('button', { name: 'Revoke 7' }).click();
  await page.getByRole('button', { name: 'Yes, 7' }).click();
  await expect.poll(() => sent('POST /api/desk/codes/7/revoke').length).toBe(1);
  // The first write has failed, so this press is a new one. It gets no answer from now on.
  await revoke('7');
  const before = sent('POST /api/desk/codes/7/revoke').length;
  answer = 'never';
  await page.getByRole('button', { name: 'Revoke 7' }).click();
  await page.getByRole('button', { name: 'Yes, 7' }).dblClick();
  // The question takes no further press; another part of the page may make the same one.
  void revoke('7');
  await page.getByRole('button', { name: 'Revoke 12' }).click();
  await page.getByRole('button', { name: 'Yes, 12' }).click();
  await expect.poll(() => sent('POST /api/desk/codes/12/revoke').length).toBe(1);
  expect(sent('POST /api/desk/codes/7/revoke')).toHaveLength(before + 1);
});

test('R283 each call says whose console is shown', async () => {
  const heard: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    heard.push(new Headers(init.headers).get(personHeader));
    return Response.json({});
  });
  onTestFinished(() => setSessionState({ state: 'unknown' } as never));
  await revoke('1');
  setSessionState({
    state: 'signed-in',
    person: { id: 'ana', name: 'Ana Ruiz', email: 'ana@boxline.example' },
  } as never);
  await revoke('2');
  expect(heard).toEqual([null, 'ana']);
});

/** Codes whose revocation needs a proof that `prove` answers. */
function askingCodes(prove: () => Answer | Promise<Answer>) {
  let isProved = false;
  const session = { ...sessionOf('admin'), methods: ['password' as const] };
  const answer = (): Answer => (isProved ? { json: {} } : staffRefusals.proofNeeded);
  const { sent } = mountDesk(
    <SessionContext value={session}>
      <ProofDialog />
    </SessionContext>,
    {
      answers: {
        'POST /api/desk/codes/7/revoke': answer,
        'POST /api/desk/codes/12/revoke': answer,
        [`POST ${proveAgain.path}`]: async () => {
          const answered = await prove();
          isProved = true;
          return answered;
        },
      },
    },
  );
  onTestFinished(() => setSessionState({ state: 'unknown' }));
  setSessionState(session);
  const sentFor = (number: string) => sent(`POST /api/desk/codes/${number}/revoke`).length;
  return { session, sentFor };
}

const question = page.getByRole('dialog', { name: 'Prove that it is you' });

async function typePassword(): Promise<void> {
  await page.getByLabelText('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Go on' }).click();
}

test('R1110 two writes that need a proof at the same time are both sent once it is given', async () => {
  const { session, sentFor } = askingCodes(() => ({ json: session }));
  const both = Promise.all([revoke('7'), revoke('12')]);
  await expect.element(question).toBeVisible();
  await typePassword();
  await both;
  expect([sentFor('7'), sentFor('12')]).toEqual([2, 2]);
  await expect.element(question).not.toBeInTheDocument();
});

test('R1110 a late answer to a question for a proof that was closed does not close the next one', async () => {
  const slow = Promise.withResolvers<Answer>();
  const { session, sentFor } = askingCodes(() => slow.promise);
  const first = revoke('7');
  await expect.element(question).toBeVisible();
  await typePassword();
  // A browser closes a dialog at the second Esc, whatever holds it open.
  dropProof();
  await first;
  expect(sentFor('7')).toBe(1);
  const second = revoke('12');
  await expect.element(question).toBeVisible();
  slow.resolve({ json: session });
  await expect.poll(() => currentSessionState()).toMatchObject({ state: 'signed-in' });
  await drawn();
  await expect.element(question).toBeVisible();
  await typePassword();
  await second;
  expect(sentFor('12')).toBe(2);
});
