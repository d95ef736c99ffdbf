import { Link } from 'wouter';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import type { DismissedLead, LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { leadStatuses, sameReasons } from '#contract/desk/leads.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { formNames, shortWhen } from './words.ts';

interface OthersProps {
  lead: LeadRecord;
  hrefOf: (id: string) => string;
  busy: boolean;
}

interface SimilarProps extends OthersProps {
  onJoin: (other: SimilarLead) => unknown;
  onTellApart: (other: SimilarLead) => unknown;
}

interface OtherProps {
  nowMs: number;
  other: SimilarLead | DismissedLead;
  hrefOf: (id: string) => string;
}

function Other({ other: { id, form, reference, createdAt, name, status }, nowMs, hrefOf }: OtherProps) {
  return (
    <>
      <Link href={hrefOf(id)}>
        {formNames[form]} <Unbroken text={reference} /> of {shortWhen(createdAt, nowMs)}
      </Link>
      : {name}, {leadStatuses[status].toLowerCase()}.
    </>
  );
}

/** Other leads that may be of the same people, each with the reason. A person decides whether to join them. */
export function Similar({ lead, hrefOf, busy, onJoin, onTellApart }: SimilarProps) {
  const { similarLeads, can, name, serverNow } = lead;
  if (similarLeads.length === 0) return null;
  const nowMs = Date.parse(serverNow);
  return (
    <section className="lead-similar" aria-labelledby="similar">
      <h2 id="similar">Perhaps the same people</h2>
      <ul>
        {similarLeads.map((other) => (
          <li key={other.id} className="wrapped">
            <p>
              <Other other={other} nowMs={nowMs} hrefOf={hrefOf} />{' '}
              <span className="lead-reasons">{other.reasons.map((reason) => sameReasons[reason]).join(', ')}</span>
            </p>
            {can.manage && (
              <span className="row-of-buttons">
                <Confirm
                  question={`Join the ${formNames[other.form].toLowerCase()} ${other.reference} to ${isolated(name)}? They are shown as one lead, and can be separated again.`}
                  confirmLabel="Join them"
                  cancelLabel="Not now"
                  onConfirm={() => !busy && onJoin(other)}
                >
                  Join
                  <span className="visually-hidden"> {other.reference}</span>
                </Confirm>
                <Confirm
                  question={`Not the same people? The ${formNames[other.form].toLowerCase()} ${other.reference} is not suggested here any more.`}
                  confirmLabel="Not the same"
                  cancelLabel="Go on suggesting it"
                  onConfirm={() => !busy && onTellApart(other)}
                >
                  Not the same
                  <span className="visually-hidden"> people as {other.reference}</span>
                </Confirm>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DismissedProps extends OthersProps {
  onSuggestAgain: (other: DismissedLead) => void;
}

/** The dismissed suggestions, folded behind their count. Each can be suggested again. */
export function Dismissed({ lead: { dismissedLeads, can, serverNow }, hrefOf, busy, onSuggestAgain }: DismissedProps) {
  if (dismissedLeads.length === 0) return null;
  const nowMs = Date.parse(serverNow);
  return (
    <details className="lead-dismissed">
      <summary>Dismissed suggestions: {dismissedLeads.length}</summary>
      <ul>
        {dismissedLeads.map((other) => (
          <li key={other.id} className="wrapped">
            <p>
              <Other other={other} nowMs={nowMs} hrefOf={hrefOf} />{' '}
              <span className="soft">
                Not the same people, said {other.dismissedBy ?? 'a command'}, {shortWhen(other.dismissedAt, nowMs)}.
              </span>
            </p>
            {can.manage && (
              <Button look="quiet" aria-disabled={busy} onClick={() => busy || onSuggestAgain(other)}>
                Suggest again
                <span className="visually-hidden"> {other.reference}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
