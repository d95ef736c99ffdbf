import { useId } from 'react';
import { Link } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { leadStatuses } from '#contract/desk/leads.ts';
import { dealershipAddress } from '../app/paths.ts';
import { Chips } from '../ui/Chips.tsx';
import { Fact } from '../ui/Fact.tsx';
import { useStepped } from '../ui/use-stepped.ts';
import { whenText } from './words.ts';

interface WorkProps {
  lead: LeadRecord;
  /** Whether a press is being sent. */
  busy: boolean;
  /** The owner, also one who is chosen and not stored yet. */
  ownerId: string | null;
  onGive: (what: string, ownerId: string | null) => void;
  onEdit: (what: string, patch: LeadPatch) => void;
  onFollowUp: () => void;
}

/** A lead's status, owner and follow-up. People who may manage leads change them here. */
export function Work({ lead, busy, ownerId, onGive, onEdit, onFollowUp }: WorkProps) {
  const { dealershipId, status, ownerName, owners, can, followUpAt, promisedAt, firstContactAt, dueAt } = lead;
  const id = useId();
  const when = (at: string) => whenText(at, Date.parse(lead.serverNow));
  const isOwnerKnown = ownerId === null || owners.some((owner) => owner.id === ownerId);
  const owner = useStepped(ownerId ?? '', (value) => {
    const name = owners.find((one) => one.id === value)?.name;
    onGive(name === undefined ? 'take it from its owner' : `give it to ${name}`, value || null);
  });
  return (
    <section className="part" aria-labelledby="work">
      <h2 id="work">Progress</h2>
      <dl className="lead-work">
        <Fact label="Status" labelId={`${id}-status`}>
          {can.manage ? (
            <Chips
              labelId={`${id}-status`}
              names={leadStatuses}
              isChosen={(name) => name === status}
              isOff={busy}
              onTap={(name) => name === status || onEdit(`mark it ${name}`, { status: name })}
            />
          ) : (
            leadStatuses[status]
          )}
        </Fact>
        <Fact label={<label htmlFor={`${id}-owner`}>Owner</label>}>
          {can.manage ? (
            <select id={`${id}-owner`} className="control" {...owner}>
              <option value="">Nobody</option>
              {!isOwnerKnown && <option value={ownerId}>{ownerName}</option>}
              {owners.map(({ id: ownersId, name }) => (
                <option key={ownersId} value={ownersId}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            (ownerName ?? 'Nobody')
          )}
        </Fact>
        <Fact label={followUpAt === null && firstContactAt === null ? 'Promised by' : 'Follow up'}>
          <span>{when(dueAt)}</span>
          {can.manage && (
            <Button look="quiet" aria-disabled={busy || undefined} onClick={() => busy || onFollowUp()}>
              Change<span className="visually-hidden"> the follow-up</span>
            </Button>
          )}
        </Fact>
        <Fact label="First contact">
          {firstContactAt !== null
            ? when(firstContactAt)
            : followUpAt === null
              ? 'not yet'
              : `not yet; promised by ${when(promisedAt)}`}
        </Fact>
        {dealershipId !== null && (
          <Fact label="Dealership">
            <Link href={dealershipAddress(dealershipId)}>The dealership that was made of it</Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}
