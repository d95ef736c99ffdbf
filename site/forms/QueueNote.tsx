import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { jumpTo } from '../ui/jump-to.ts';
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

/** Takes a form that was put aside off the device. One that we do not have yet is asked about first. */
function Remove({ lead: { reference, state } }: { lead: QueuedLead }) {
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) question.current?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const remove = () => {
    sharedQueue().remove(reference);
    jumpTo('main');
  };
  if (state === 'sent') {
    return (
      <Button look="quiet" onClick={remove}>
        Put away
      </Button>
    );
  }
  if (!asking) {
    return (
      <Button look="quiet" ref={button} onClick={() => setAsking(true)}>
        Clear <span className="visually-hidden">{reference}</span>
      </Button>
    );
  }
  return (
    <>
      <p ref={question} tabIndex={-1}>
        Take it off this device? We do not have it yet.
      </p>
      <Button look="quiet" onClick={remove}>
        Clear it
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </>
  );
}

/** What became of the forms that were put aside while the browser was offline, on whatever page the person is. */
export function QueueNote({ leads }: { leads: readonly QueuedLead[] }) {
  return (
    <section className="queue-note night" aria-label="Forms put aside">
      <ul className="frame">
        {leads.map((lead) => (
          <li key={lead.reference}>
            <p>
              <QueuedWords lead={lead} />
            </p>
            <Remove lead={lead} />
          </li>
        ))}
      </ul>
    </section>
  );
}
