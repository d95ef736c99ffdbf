import type { ReactNode } from 'react';
import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { signOut } from '#contract/desk/session-endpoints.ts';
import { dropDrafts } from '../lib/drafts.ts';
import { leaveSearch } from '../lib/leave-search.ts';
import { queryClient } from '../lib/read.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { refreshStanding, setStanding } from '../lib/session.ts';

/**
 * Ends the session, and drops the drafts and everything that was read. It removes nothing else from the browser's storage, where
 * the public site may keep a lead that waits to be sent. Resolves to why it failed; undefined when the session has ended.
 */
export async function endSession(): Promise<string | undefined> {
  const result = await callDesk(signOut, { body: {} });
  if (result.kind !== 'ok') return failureText(result);
  dropDrafts();
  leaveSearch();
  queryClient.clear();
  // What was read goes from the screen at once, also when the next question gets no answer.
  setStanding({ state: 'unknown' });
  await refreshStanding();
  return undefined;
}

export function SignOutButton({ children, look = 'quiet' }: { children: ReactNode; look?: 'quiet' | 'plain' }) {
  const [state, setState] = useState<{ busy: boolean; fault?: string; attempt: number }>({ busy: false, attempt: 0 });
  const press = async () => {
    if (state.busy) return;
    setState({ busy: true, attempt: state.attempt });
    const fault = await endSession();
    setState({ busy: false, attempt: state.attempt + 1, ...(fault && { fault }) });
  };
  return (
    <>
      <Button look={look} aria-disabled={state.busy} onClick={() => void press()}>
        {state.busy ? 'Signing out…' : children}
      </Button>
      <Alert tone="stop" shown={state.fault !== undefined} attempt={state.attempt} title="You may still be signed in">
        <p>{state.fault}</p>
      </Alert>
    </>
  );
}
