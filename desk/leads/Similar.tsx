import { Link } from 'wouter';
import { Confirm } from '#client/ui/Confirm.tsx';
import type { LeadRecord, SimilarLead } from '#contract/desk/lead-endpoints.ts';
import { leadStatuses, sameReasons } from '#contract/desk/leads.ts';
import { formNames, shortWhen } from './words.ts';

interface SimilarProps {
  lead: LeadRecord;
  hrefOf: (id: string) => string;
  busy: boolean;
  onJoin: (other: SimilarLead) => void;
  onTellApart: (other: SimilarLead) => void;
}

/** Other leads that may be of the same people, each with why. Joining them is a person's decision. */
export function Similar({ lead: { similarLeads, can, name }, hrefOf, busy, onJoin, onTellApart }: SimilarProps) {
  if (similarLeads.length === 0) return null;
  return (
    <section className="lead-similar" aria-labelledby="similar">
      <h2 id="similar">Perhaps the same people</h2>
      <ul>
        {similarLeads.map((other) => (
          <li key={other.id}>
            <p>
              <Link href={hrefOf(other.id)}>
                {formNames[other.form]} of {shortWhen(other.createdAt)}
              </Link>
              : {other.name}, {leadStatuses[other.status].toLowerCase()}.{' '}
              <span className="lead-reasons">{other.reasons.map((reason) => sameReasons[reason]).join(', ')}</span>
            </p>
            {can.manage && !busy && (
              <span className="row-of-buttons">
                <Confirm
                  question={`Join the ${formNames[other.form].toLowerCase()} ${other.reference} to ${name}? They are shown as one lead, and can be parted again.`}
                  confirmLabel="Join them"
                  cancelLabel="Leave them apart"
                  onConfirm={() => onJoin(other)}
                >
                  Join
                </Confirm>
                <Confirm
                  question={`Not the same people? The ${formNames[other.form].toLowerCase()} ${other.reference} is not suggested here any more.`}
                  confirmLabel="Not the same"
                  cancelLabel="Go on suggesting it"
                  onConfirm={() => onTellApart(other)}
                >
                  Not the same
                  <span className="visually-hidden"> people as {other.name}</span>
                </Confirm>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
