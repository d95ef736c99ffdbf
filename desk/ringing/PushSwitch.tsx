import { useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { useMay, useSession } from '../lib/session.ts';
import { Said, useSaid } from '../ui/Said.tsx';
import { type PushState, pushState, switchPushOff, switchPushOn } from './push.ts';

const says: Readonly<Record<PushState, string>> = {
  on: 'On: this device rings when a dealership waits, also with the desk closed, until 12 hours after you signed in; while you are on call, for two weeks more.',
  off: 'Off: this device rings only while the desk is open.',
  denied: 'The browser does not allow notifications from the desk. Change that in its settings for this address.',
  unsupported: 'This browser has no pushes. On an iPhone, add the desk to the home screen first, and open it there.',
};

/** Shows whether this device gets pushes, and switches them on and off. */
export function PushSwitch() {
  const may = useMay('workRequests');
  const { id } = useSession().person;
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [said, say] = useSaid();
  useEffect(() => {
    void pushState(id).then(setState);
  }, [id]);
  if (!may) return null;
  const press = async () => {
    if (busy) return;
    setBusy(true);
    const fault = state === 'on' ? await switchPushOff() : await switchPushOn(id);
    setState(await pushState(id));
    setBusy(false);
    if (fault) say('stop', fault);
  };
  return (
    <section aria-labelledby="pushes" className="account-part">
      <h2 id="pushes">Ringing on this device</h2>
      <Said said={said} />
      <p className="soft">{state && says[state]}</p>
      {(state === 'on' || state === 'off') && (
        <Button aria-disabled={busy} onClick={() => void press()}>
          {busy && 'One moment…'}
          {!busy && (state === 'on' ? 'Switch pushes off' : 'Switch pushes on')}
        </Button>
      )}
    </section>
  );
}
