import { type RefObject, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import {
  removeWebhook,
  replayFailed,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
  viewWebhook,
  type WebhookEndpoint,
  type WebhookRecord,
} from '#contract/desk/connection-endpoints.ts';
import { disabledReasons, endpointStates } from '#contract/desk/connections.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { webhookEvents } from '#contract/webhooks.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { useRead } from '../lib/read.ts';
import { type Failure, failureText } from '../lib/request.ts';
import { sendDesk, useSend } from '../lib/send.ts';
import { useGoHere } from '../lib/use-go-here.ts';
import { useInPlace } from '../lib/use-in-place.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { Pair } from '../ui/Fact.tsx';
import { type PaneProps, RecordPane } from '../ui/RecordPane.tsx';
import { isAfter, Said, type Say, useSaid } from '../ui/Said.tsx';
import { When } from '../ui/When.tsx';
import { Deliveries } from './Deliveries.tsx';
import { EditWebhook } from './EditWebhook.tsx';
import { showSecret, toReceiver } from './secret-once.tsx';
import { countText } from './words.ts';

function Facts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, events, failingSince, disabledAt, disabledWhy, earlierSecretUntil, createdAt, createdBy } = endpoint;
  return (
    <dl className="pairs">
      <Pair label="Address">
        <code className="address">{url}</code>
      </Pair>
      <Pair label="Events">{events.map((event) => webhookEvents[event]).join('; ')}</Pair>
      <Pair label="Added">
        <When at={createdAt} />
        {createdBy !== null && ` by ${createdBy}`}
      </Pair>
      {failingSince !== null && disabledAt === null && (
        <Pair label="Failing since">
          <When at={failingSince} />. After five days it is disabled.
        </Pair>
      )}
      {disabledAt !== null && (
        <Pair label="Disabled">
          <When at={disabledAt} />. {disabledWhy !== null && `${disabledReasons[disabledWhy]}.`} It gets no events until
          it is switched on.
        </Pair>
      )}
      {earlierSecretUntil !== null && (
        <Pair label="Earlier secret">
          Signs beside the new one until <When at={earlierSecretUntil} />
        </Pair>
      )}
    </dl>
  );
}

const changedMeanwhile = 'This endpoint was changed meanwhile, so nothing was done. Look at it again.';

interface ActionsProps {
  endpoint: WebhookEndpoint;
  onSaid: Say<number>;
  onEdit: () => void;
  editButton: RefObject<HTMLButtonElement | null>;
  onGone: () => void;
}

function Actions({ endpoint, onSaid, onEdit, editButton, onGone }: ActionsProps) {
  const { id, version, failed } = endpoint;
  const params = { id };
  const test = useSend(testWebhook);
  const switching = useSend(switchWebhook);
  const replay = useSend(replayFailed);
  const isOn = endpoint.state !== 'disabled';
  const tell = (
    result: Failure | { readonly kind: 'ok' } | { readonly kind: 'late' },
    text: string,
    stored?: number,
  ) => {
    if (result.kind === 'ok') return onSaid('go', text, isAfter(stored));
    if (result.kind === 'late') return onSaid('stop', changedMeanwhile);
    onSaid('stop', failureText(result));
  };
  const sendTest = async () =>
    tell(await test.send({ params, body: {} }), 'A test is on its way. Its answer appears below.');
  const sendAgain = async () => {
    const result = await replay.send({ params, body: {} });
    if (result.kind !== 'ok') onSaid('stop', failureText(result));
    else if (result.value.count === 0)
      onSaid('note', 'Nothing is left to send again: it was sent meanwhile, or is being sent.');
    else onSaid('go', `${countText(result.value.count, 'delivery is', 'deliveries are')} sent again.`);
  };
  const switchOver = async () => {
    const result = await switching.send({ params, body: { version, on: !isOn } });
    const text = isOn ? 'It gets no more events.' : 'It gets events again.';
    tell(result, text, result.kind === 'ok' ? result.value.version : undefined);
  };
  const rotateSecret = async () => {
    const result = await sendDesk(rotateWebhookSecret, { params, body: { version } });
    tell(result, 'It has a new secret.');
    if (result.kind !== 'ok') return;
    showSecret(result.value, `The new secret of ${endpoint.name}`, result.value.secret, toReceiver);
  };
  const removeIt = async () => {
    const result = await sendDesk(removeWebhook, { params, body: {} });
    tell(result, 'It is removed.');
    if (result.kind === 'ok') onGone();
  };
  return (
    <div className="row-of-buttons connection-actions">
      {isOn && (
        <Button look="primary" aria-disabled={test.sending} onClick={() => void sendTest()}>
          Send a test
        </Button>
      )}
      {isOn && failed > 0 && (
        <Button aria-disabled={replay.sending} onClick={() => void sendAgain()}>
          Send again what was not delivered
        </Button>
      )}
      <Button ref={editButton} onClick={onEdit}>
        Edit
      </Button>
      <Button onClick={() => void switchOver()}>{isOn ? 'Disable' : 'Switch on'}</Button>
      <Confirm
        question={
          endpoint.earlierSecretUntil === null
            ? 'Make a new secret? The one that the receiver has signs beside it for a day, so that it can change over.'
            : 'Make another new secret? The one that was made last stops signing; the one before it goes on signing for a day.'
        }
        confirmLabel="Make a new secret"
        onConfirm={rotateSecret}
      >
        Rotate the secret
      </Confirm>
      <Confirm
        question="Remove this endpoint? What waits for it is not sent."
        confirmLabel="Remove it"
        onConfirm={removeIt}
      >
        Remove
      </Confirm>
    </div>
  );
}

function Webhook({ record, onGone }: { record: WebhookRecord; onGone: () => void }) {
  const { endpoint } = record;
  const [said, say] = useSaid(undefined, 'connections', endpoint.version);
  const [editing, setEditing] = useState(false);
  const { place, button } = useInPlace<HTMLDivElement>(editing);
  return (
    <article className="record" data-state={endpoint.state}>
      <header className="record-head">
        <h1 id="record-name" tabIndex={-1}>
          {endpoint.name}
        </h1>
        <p className="connection-state" data-state={endpoint.state}>
          {endpointStates[endpoint.state]}
        </p>
      </header>
      <div className="record-body">
        <Said said={said} />
        {editing ? (
          <div ref={place}>
            <EditWebhook
              endpoint={endpoint}
              onStored={(stored) => say('go', 'Saved.', isAfter(stored.version))}
              onClose={() => setEditing(false)}
            />
          </div>
        ) : (
          <>
            <Facts endpoint={endpoint} />
            <Actions
              endpoint={endpoint}
              onSaid={say}
              onEdit={() => setEditing(true)}
              editButton={button}
              onGone={onGone}
            />
          </>
        )}
        <section aria-labelledby="deliveries">
          <h2 id="deliveries">Deliveries</h2>
          <Deliveries endpointId={endpoint.id} canReplay={endpoint.state !== 'disabled'} onSaid={say} />
        </section>
        <RecordAudit kind="webhook" id={endpoint.id} />
      </div>
    </article>
  );
}

/** The open endpoint. */
export function WebhookPane({ id, backTo }: PaneProps) {
  const go = useGoHere();
  const read = useRead(viewWebhook, { params: { id }, query: {} }, { topics: readTopics.viewWebhook });
  return (
    <RecordPane read={read} what="endpoint" back="All connections" backTo={backTo}>
      {(record) => <Webhook record={record} onGone={() => go(backTo)} />}
    </RecordPane>
  );
}
