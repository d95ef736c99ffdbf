import { Button } from '../ui/Button.tsx';
import { forms } from './forms.ts';
import { pageOfForm } from './page-of-form.ts';
import { sharedQueue } from './sending/outgoing.ts';
import type { QueuedLead } from './sending/queue-view.ts';
import './queue-note.css';

function QueuedWords({ lead: { kind, reference, state } }: { lead: QueuedLead }) {
  const { title } = forms[kind];
  switch (state) {
    case 'waiting':
      return (
        <>
          {title} {reference} waits on this device and goes out by itself when you are online.
        </>
      );
    case 'sent':
      return (
        <>
          {title} {reference} was sent. We have it.
        </>
      );
    case 'refused':
      return (
        <>
          {title} {reference} could not be taken as it is. <a href={pageOfForm(kind)}>Open the form to mend it</a>
        </>
      );
  }
}

/** What became of the forms that were put aside while the browser was offline, on whatever page the person is. */
export function QueueNote({ leads }: { leads: readonly QueuedLead[] }) {
  return (
    <section className="queue-note night" aria-label="Forms put aside" aria-live="polite">
      <ul className="frame">
        {leads.map((lead) => (
          <li key={lead.reference}>
            <p>
              <QueuedWords lead={lead} />
            </p>
            {lead.state === 'sent' && (
              <Button look="quiet" onClick={() => sharedQueue().remove(lead.reference)}>
                Put away
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
