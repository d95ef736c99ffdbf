import '../queue/queue.css';
import './connections.css';
import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { addWebhook, listWebhooks, type WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { connectionAddress, paths } from '../app/paths.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { useRead } from '../lib/read.ts';
import { useSend } from '../lib/send.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { useTabName } from '../lib/use-tab.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { faultOf } from '../ui/SendForm.tsx';
import { showSecret, toReceiver } from './secret-once.tsx';
import { Tokens } from './Tokens.tsx';
import { faultFields, WebhookForm } from './WebhookForm.tsx';
import { WebhookPane } from './WebhookPane.tsx';
import { endpointText } from './words.ts';

function Row({ endpoint, selected }: { endpoint: WebhookEndpoint; selected: boolean }) {
  return (
    <li className="row connection-row" data-state={endpoint.state}>
      <RowLink id={endpoint.id} path={connectionAddress(endpoint.id)} selected={selected}>
        <strong>{endpoint.name}</strong>
        <span className="connection-url">{endpoint.url}</span>
        <span className="connection-state" data-state={endpoint.state}>
          {endpointText(endpoint)}
        </span>
      </RowLink>
    </li>
  );
}

const draft = 'webhook new';

/** Adds an endpoint. Its secret is shown once, over the open endpoint. */
function AddWebhook({ onClose, onOpen }: { onClose: () => void; onOpen: (id: string) => void }) {
  const { send } = useSend(addWebhook);
  return (
    <Dialog open title="Add an endpoint" closeLabel="Close" size="note" material="night" onClose={onClose}>
      <div className="dialog-part">
        <WebhookForm
          draft={draft}
          submit="Add it"
          onSend={async (fields) => {
            const result = await send({ body: { press: draftId(draft), ...fields } });
            if (result.kind === 'refused' && result.name === 'pressTaken') dropDraftId(draft);
            if (result.kind !== 'ok') return faultOf(result, faultFields);
            const { endpoint, secret } = result.value;
            showSecret(result.value, `The secret of ${endpoint.name}`, secret, toReceiver);
            onOpen(endpoint.id);
            return undefined;
          }}
        />
      </div>
    </Dialog>
  );
}

/** Where events go, and with which tokens programs read. */
export function ConnectionsScreen() {
  const [isOpen, route] = useRoute(paths.connection);
  const [, go] = useLocation();
  const selected = isOpen ? route.id : undefined;
  const read = useRead(listWebhooks, {}, { topics: readTopics.listWebhooks });
  const [adding, setAdding] = useState(false);
  useTabName('Connections');
  useListKeys({
    ids: (read.data?.endpoints ?? []).map(({ id }) => id),
    selected,
    onLeave: () => go(paths.connections),
  });
  return (
    <>
      <div className="board connections" data-open={selected !== undefined || undefined}>
        <div className="board-list">
          <h1 className="visually-hidden" tabIndex={-1}>
            Connections
          </h1>
          <section aria-labelledby="webhooks-name">
            <div className="connections-head">
              <h2 id="webhooks-name">Webhooks</h2>
              <Button onClick={() => setAdding(true)}>Add</Button>
            </div>
            <p className="soft">Tell other programs what happens here. Each message is signed.</p>
            <Loaded read={read} what="the endpoints">
              {({ endpoints }) =>
                endpoints.length === 0 ? (
                  <p className="empty">No endpoint has been added yet.</p>
                ) : (
                  <ul>
                    {endpoints.map((endpoint) => (
                      <Row key={endpoint.id} endpoint={endpoint} selected={endpoint.id === selected} />
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </section>
          <Tokens />
        </div>
        {selected !== undefined && <WebhookPane key={selected} id={selected} backTo={paths.connections} />}
      </div>
      {adding && (
        <AddWebhook
          onClose={() => setAdding(false)}
          onOpen={(id) => {
            setAdding(false);
            go(connectionAddress(id));
          }}
        />
      )}
    </>
  );
}
