/** The question for a fresh proof. A write that needs one waits for the dialog's outcome, and is then sent again. */
import { createStore, useStore } from '#client/lib/store.ts';

type Ask = { readonly answer: (proved: boolean) => void } | undefined;

const asked = createStore<Ask>(undefined);

/** The answer to the question that is open or was open last. */
let answered = Promise.resolve(false);

/**
 * Opens the dialog. Resolves to whether the person proved it; false when they closed it. Writes that ask while it is open wait for the
 * same answer.
 */
export function askProof(): Promise<boolean> {
  if (asked.get()) return answered;
  answered = new Promise((resolve) => {
    const ask: Ask = {
      answer(proved) {
        // A proof may be answered when its question was closed and another one is open.
        if (asked.get() === ask) asked.set(undefined);
        resolve(proved);
      },
    };
    asked.set(ask);
  });
  return answered;
}

/** Ends an open question when its person has signed out. The write that waits for the proof is not sent again. */
export const dropProof = (): void => asked.get()?.answer(false);

export const useAskedProof = (): Ask => useStore(asked);
