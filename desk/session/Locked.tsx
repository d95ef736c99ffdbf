import { unlock } from '#contract/desk/session-endpoints.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { LockedRings } from '../ringing/LockedRings.tsx';
import { GatePage } from './GatePage.tsx';
import { ProofForm } from './ProofForm.tsx';
import { SignOutButton } from './SignOutButton.tsx';

/** The locked desk of a person on shift. It still rings, and shows nothing else. What was typed is kept. */
export function Locked({ session }: { session: Extract<SessionView, { state: 'locked' }> }) {
  const { person, methods } = session;
  return (
    <GatePage title="Locked">
      <LockedRings />
      <p className="soft">
        {person.name}, nobody was here for a while. You are still on shift: a request rings here too. Nothing that you
        typed is lost.
      </p>
      <ProofForm to={unlock} ways={methods} email={person.email} submit="Unlock" onProved={() => undefined} />
      <div className="gate-aside">
        <SignOutButton>Sign out</SignOutButton>
      </div>
    </GatePage>
  );
}
