import { useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { enter } from '#contract/desk/link-endpoints.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { refreshSessionState, setSessionState } from '../lib/session.ts';
import { GatePage } from './GatePage.tsx';
import { isPassing } from './passing.ts';
import { SignOutButton } from './SignOutButton.tsx';

const pollEveryMs = 3000;

type WaitingSession = Extract<SessionView, { state: 'waiting-for-confirmation' }>;

/**
 * Shown after an invitation was accepted, until its inviter confirms it. The person reads the code to the inviter, who types it.
 */
export function WaitingForConfirmation({ session }: { session: WaitingSession }) {
  const { code, inviter, confirmed } = session;
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (confirmed) return;
    const timer = setInterval(() => void refreshSessionState(), pollEveryMs);
    return () => clearInterval(timer);
  }, [confirmed]);
  useEffect(() => {
    if (!confirmed) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      const result = await callDesk(enter, { body: {} });
      if (left) return;
      if (result.kind === 'ok') return setSessionState(result.value);
      setFault(failureText(result));
      // Trying again does not change a refusal.
      if (isPassing(result)) timer = setTimeout(() => void open(), pollEveryMs);
    };
    void open();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [confirmed]);
  return (
    <GatePage title="Almost there">
      <p>
        Call {inviter}, or go to them, and read them this code. It shows that it was you who accepted the invitation.
      </p>
      <p className="big-code">{code}</p>
      <p className="soft" role="status">
        {confirmed
          ? 'Confirmed. Opening the desk…'
          : `Waiting until ${inviter} has confirmed. This page goes on by itself.`}
      </p>
      <Alert tone="stop" shown={fault !== undefined}>
        <p>{fault}</p>
      </Alert>
      <div className="gate-aside">
        <SignOutButton>Sign out</SignOutButton>
      </div>
    </GatePage>
  );
}
