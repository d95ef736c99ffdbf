import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { revokeCode } from '#contract/desk/code-endpoints.ts';
import { personHeader } from '#contract/desk/session.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { sendDesk } from './send.ts';
import { setStanding } from './session.ts';

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
  onTestFinished(() => setStanding({ state: 'unknown' } as never));
  await revoke('1');
  setStanding({ state: 'signed-in', person: { id: 'ana', name: 'Ana Ruiz', email: 'ana@boxline.example' } } as never);
  await revoke('2');
  expect(heard).toEqual([null, 'ana']);
});
