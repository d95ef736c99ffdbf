import { useState } from 'react';
import { setSessionState } from '../lib/session.ts';
import { AddApp, type Added, AddPasskey } from './AddFactor.tsx';
import { FactorSwitch } from './FactorSwitch.tsx';
import { GatePage } from './GatePage.tsx';
import { showCodes } from './RecoveryCodes.tsx';
import { SignOutButton } from './SignOutButton.tsx';

const ways = ['totp', 'passkey'] as const;

/** Adds the first second factor to an account, and shows the recovery codes that come with it. */
export function Enrol({ person }: { person: { readonly name: string; readonly email: string } }) {
  const [way, setWay] = useState<(typeof ways)[number]>('totp');
  const take = (added: Added) => {
    // The session goes on at once: any look at it would find that it has, and would take this page away.
    if (added.recoveryCodes) showCodes(added, 'Keep your recovery codes', added.recoveryCodes);
    setSessionState(added.session);
  };
  return (
    <GatePage title="Add your second factor">
      <p className="soft">
        {person.name}, {person.email}. Everybody at the desk signs in with a password and a second factor.
      </p>
      <FactorSwitch factors={ways} chosen={way} onChoose={setWay} />
      {way === 'totp' ? <AddApp onAdded={take} /> : <AddPasskey onAdded={take} />}
      <div className="gate-aside">
        <p className="soft">You can go on later with your link and your password, as long as the link works.</p>
        <SignOutButton>Stop and sign out</SignOutButton>
      </div>
    </GatePage>
  );
}
