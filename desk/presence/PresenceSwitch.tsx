import './presence.css';
import { useId, useRef } from 'react';
import { type Presence, presenceNames, presences } from '#contract/desk/live.ts';
import { type PresentPerson, setPresence, viewPresence } from '#contract/desk/live-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { keepRead, keyOf, queryClient, useRead, type ValueOf } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useFailure } from '../lib/use-failure.ts';
import { useStepped } from '../ui/use-stepped.ts';

/** Shows the presence of the signed-in person and lets them change it. A choice shows at once, before the server answers. */
export function PresenceSwitch() {
  const id = useId();
  const may = useMay('ownPresence');
  const { person } = useSession();
  const read = useRead(viewPresence, {}, { topics: readTopics.viewPresence, enabled: may });
  const change = useSend(setPresence);
  /** The last choice, while it or an earlier one is being sent; undefined otherwise. */
  const wanted = useRef<Presence>(undefined);
  const me = read.data?.people.find((one) => one.id === person.id);
  const stored = me?.presence;
  const people = () => queryClient.getQueryData<ValueOf<typeof viewPresence>>(keyOf(viewPresence, {}))?.people;
  /** As the screen shows it, with the time of the last answer. */
  const own = () => people()?.find((one) => one.id === person.id);
  const show = (shown: Partial<PresentPerson>) => {
    const now = people()?.map((one) => (one.id === person.id ? { ...one, ...shown } : one));
    if (now) keepRead(viewPresence, {}, { people: now });
  };
  const choose = async (presence: Presence) => {
    const isSending = wanted.current !== undefined;
    let stands = own();
    wanted.current = presence;
    show({ presence });
    if (isSending) return;
    // A choice made while an earlier one is being sent is sent after it, so the last choice counts.
    let sent: Presence;
    do {
      sent = wanted.current;
      const result = await change.send({ body: { presence: sent, seen: own()?.since } });
      if (result.kind !== 'ok' && result.kind !== 'late') continue;
      stands = result.value;
      show({ ...stands, presence: wanted.current });
    } while (wanted.current !== sent);
    wanted.current = undefined;
    if (stands) show(stands);
    void read.refetch();
  };
  const stepped = useStepped(stored ?? '', (presence) => void choose(presence as Presence));
  const unread = useFailure(read);
  if (!may) return null;
  const failure = change.result && change.result.kind !== 'ok' ? change.result : stored === undefined && unread;
  return (
    <div className="wrapped presence" data-presence={stored ?? 'away'}>
      <label htmlFor={id} className="visually-hidden">
        Your presence
      </label>
      <span className="presence-dot" aria-hidden="true" />
      <select id={id} {...stepped}>
        {stored === undefined && <option value="">Presence…</option>}
        {presences.map((one) => (
          <option key={one} value={one}>
            {presenceNames[one]}
          </option>
        ))}
      </select>
      {stored === 'available' && !me?.onShift && (
        <p className="presence-note">Not on shift: new requests are not texted to you</p>
      )}
      <p className="presence-failed" role="alert">
        {failure &&
          (failure.kind === 'late' ? 'Somebody else changed this. Check it, then choose again.' : failureText(failure))}
      </p>
    </div>
  );
}
