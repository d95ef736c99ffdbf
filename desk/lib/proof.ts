/** The question for a fresh proof. A write that needs one waits for the dialog's outcome, and is then sent again. */
import { createStore, useStore } from '#client/lib/store.ts';

type Ask = { readonly answer: (proved: boolean) => void } | undefined;

const asked = createStore<Ask>(undefined);

/** Opens the dialog. Resolves to whether the person proved it; false when they closed it. */
export function askProof(): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      answer(proved) {
        asked.set(undefined);
        resolve(proved);
      },
    });
  });
}

/** Ends an open question when its person has signed out. The write that waits for the proof is not sent again. */
export const dropProof = (): void => asked.get()?.answer(false);

export const useAskedProof = (): Ask => useStore(asked);
