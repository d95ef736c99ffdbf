import './presence.css';
import { useId } from 'react';
import { type Presence, presences } from '#contract/desk/live.ts';
import { setPresence, viewPresence } from '#contract/desk/live-endpoints.ts';
import { keepRead, useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useMay, useSession } from '../lib/session.ts';

const names: Readonly<Record<Presence, string>> = {
  available: 'Available',
  'in-deal': 'In a deal',
  'wrap-up': 'Wrap-up',
  away: 'Away',
};

/** Whether the signed-in person takes requests now, and the switch of it. What was chosen shows at once. */
export function PresenceSwitch() {
  const id = useId();
  const may = useMay('ownPresence');
  const { person } = useSession();
  const read = useRead(viewPresence, {}, { topics: ['presence', 'people'], enabled: may });
  const change = useSend(setPresence);
  if (!may) return null;
  const stored = read.data?.people.find((one) => one.id === person.id)?.presence;
  const choose = async (presence: Presence) => {
    const earlier = read.data;
    if (earlier) {
      const people = earlier.people.map((one) => (one.id === person.id ? { ...one, presence } : one));
      keepRead(viewPresence, {}, { ...earlier, people });
    }
    const result = await change.send({ body: { presence } });
    if (result.kind !== 'ok' && earlier) keepRead(viewPresence, {}, earlier);
    else void read.refetch();
  };
  const failed = change.result && change.result.kind !== 'ok' ? failureText(change.result) : undefined;
  return (
    <div className="presence" data-presence={stored ?? 'away'}>
      <label htmlFor={id} className="visually-hidden">
        Your presence
      </label>
      <span className="presence-dot" aria-hidden="true" />
      <select
        id={id}
        value={stored ?? ''}
        onChange={({ currentTarget }) => void choose(currentTarget.value as Presence)}
      >
        {stored === undefined && <option value="">Presence…</option>}
        {presences.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
      <p className="presence-failed" role="alert">
        {failed}
      </p>
    </div>
  );
}
