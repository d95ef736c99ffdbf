import type { ReactNode } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { signOut } from '#contract/desk/session-endpoints.ts';
import { dropDrafts } from '../lib/drafts.ts';
import { leaveSearch } from '../lib/leave-search.ts';
import { queryClient } from '../lib/read.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { refreshSessionState, setSessionState } from '../lib/session.ts';
import { usePress } from '../lib/use-press.ts';

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
  setSessionState({ state: 'unknown' });
  await refreshSessionState();
  return undefined;
}

export function SignOutButton({ children, look = 'quiet' }: { children: ReactNode; look?: 'quiet' | 'plain' }) {
  const { busy, fault, attempt, press } = usePress(endSession);
  return (
    <>
      <Button look={look} aria-disabled={busy} onClick={press}>
        {busy ? 'Signing out…' : children}
      </Button>
      <Alert tone="stop" shown={fault !== undefined} attempt={attempt} title="You may still be signed in">
        <p>{fault}</p>
      </Alert>
    </>
  );
}
