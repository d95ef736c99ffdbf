/** Opens the console at a screen, presses, and leaves before the answer. For tests. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { viewBoard } from '#contract/desk/board-endpoints.ts';
import { viewDeskSession } from '#contract/desk/session-view-endpoints.ts';
import { App } from '../../desk/app/App.tsx';
import { refreshSessionState } from '../../desk/lib/session.ts';
import { type Answer, mountDesk, sessionOf } from './desk.tsx';

export const refusal = { status: 403, text: 'Your role does not allow this.' } as const;

/** Opens a screen; the answer to the press comes when the test says so. */
export async function openAt(at: string, answers: Readonly<Record<string, Answer>>, press: string) {
  let answer: (answer: Answer) => void = () => undefined;
  const slow = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const screen = mountDesk(<App />, {
    at,
    answers: {
      [`GET ${viewDeskSession.path}`]: { json: sessionOf('admin') },
      [`GET ${viewBoard.path}`]: {
        json: { waiting: [], running: [], finished: [], people: [], serverNow: new Date().toISOString() },
      },
      ...answers,
      [press]: () => slow,
    },
  });
  await refreshSessionState();
  const isSent = () => expect.poll(() => screen.sent(press).length).toBe(1);
  return { ...screen, isSent, answer };
}

/** Closes the open dialog as a browser does at the second Esc, which no page can prevent. */
export async function closeDialog(): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]');
  // The page learns of it with the next frame.
  const closed = new Promise((resolve) => dialog?.addEventListener('close', resolve, { once: true }));
  dialog?.close();
  await closed;
}

export const goTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const alert = (text: RegExp) => page.getByRole('alert').getByText(text);
