import { memo, useCallback, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import {
  replayDelivery,
  viewDelivery,
  viewWebhook,
  type WebhookDelivery,
  type WebhookTry,
} from '#contract/desk/connection-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { useReadPages, useRows } from '../lib/read-pages.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { Loaded } from '../ui/Loaded.tsx';
import type { Say } from '../ui/Said.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { When } from '../ui/When.tsx';
import { answerText, deliveryText, eventText } from './words.ts';

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

function Try({ one }: { one: WebhookTry }) {
  const headers = Object.entries(one.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <li className="try" data-result={one.result}>
      <p>
        <strong>{answerText(one.status)}</strong> <When at={one.at} />
        <span className="soft">
          {one.tookMs !== null && ` · ${one.tookMs} ms`}
          {one.address !== null && ` · ${one.address}`}
        </span>
      </p>
      {one.said !== null && <p className="soft">{one.said}</p>}
      {headers.length > 0 && (
        <details>
          <summary>Request</summary>
          <pre>{`${headers.join('\n')}\n\n${one.body === null ? '(erased)' : pretty(one.body)}`}</pre>
        </details>
      )}
      {one.status !== null && (
        <details>
          <summary>Answer</summary>
          <pre>{one.answer === null ? '(erased)' : one.answer || '(empty)'}</pre>
        </details>
      )}
    </li>
  );
}

interface DeliveriesProps {
  endpointId: string;
  canReplay: boolean;
  onSaid: Say;
}

/** The request and the answer of each try of one delivery. */
function OpenDelivery({ endpointId, id, canReplay, onSaid }: DeliveriesProps & { id: string }) {
  const params = { id: endpointId, delivery: id };
  const read = useRead(viewDelivery, { params }, { topics: readTopics.viewDelivery });
  const { send, sending } = useSend(replayDelivery);
  const replay = async () => {
    const result = await send({ params, body: {} });
    if (result.kind === 'ok') onSaid('go', 'It is sent again now.');
    else if (result.kind === 'late') onSaid('note', 'It is being sent at this moment, so it was left as it is.');
    else onSaid('stop', failureText(result));
  };
  return (
    <div className="open-delivery">
      <Loaded read={read} what="this delivery" gone="It is not kept any more.">
        {({ delivery, tries }) => (
          <>
            <p className="soft">
              webhook-id: <code>{delivery.webhookId}</code>
            </p>
            {tries.length === 0 && <p className="soft">Not tried yet.</p>}
            <ol className="tries">
              {tries.map((one) => (
                <Try key={`${one.at} ${one.attempt}`} one={one} />
              ))}
            </ol>
            {canReplay && !delivery.sending && (
              <Button onClick={() => void replay()} aria-disabled={sending}>
                {sending ? 'Sending…' : 'Send it again'}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The deliveries to an endpoint, newest first, a page at a time. An opened delivery shows its tries. */
export function Deliveries({ endpointId, canReplay, onSaid }: DeliveriesProps) {
  const pages = useReadPages(
    viewWebhook,
    { params: { id: endpointId }, query: {} },
    { topics: readTopics.viewWebhook },
  );
  const { rows: deliveries, areAll } = useRows(pages, 'deliveries', 'id');
  return (
    <>
      <Loaded read={pages} what="the deliveries">
        {() => <Rows endpointId={endpointId} deliveries={deliveries} canReplay={canReplay} onSaid={onSaid} />}
      </Loaded>
      <ShowMore pages={pages} areAllDrawn={areAll} />
    </>
  );
}

interface RowProps extends DeliveriesProps {
  delivery: WebhookDelivery;
  isOpen: boolean;
  onPress: (id: string) => void;
}

/** A row is drawn again only when one of its props changes. */
const Row = memo(function Row({ delivery, isOpen, onPress, ...props }: RowProps) {
  const { id, at, type, state, lastError } = delivery;
  return (
    <li data-state={state}>
      <button type="button" className="bare delivery" aria-expanded={isOpen} onClick={() => onPress(id)}>
        <span className="delivery-what">
          <strong>{eventText(type)}</strong>
          <span className="soft">
            <When at={at} />
          </span>
        </span>
        <span className="delivery-state">{deliveryText(delivery)}</span>
        {state !== 'sent' && lastError !== null && <span className="delivery-why soft">{lastError}</span>}
      </button>
      {isOpen && <OpenDelivery id={id} {...props} />}
    </li>
  );
});

function Rows({ deliveries, ...props }: DeliveriesProps & { deliveries: readonly WebhookDelivery[] }) {
  const [open, setOpen] = useState<string>();
  const press = useCallback((id: string) => setOpen((before) => (before === id ? undefined : id)), []);
  if (deliveries.length === 0)
    return <p className="empty">Nothing has been sent yet. Send a test to see whether it arrives.</p>;
  return (
    <ul className="ruled deliveries">
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} isOpen={open === delivery.id} onPress={press} {...props} />
      ))}
    </ul>
  );
}
