import '../board/board.css';
import './connections.css';
import { useRef, useState } from 'react';
import { useRoute } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { addWebhook, listWebhooks, type WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { connectionAddress, paths } from '../app/paths.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { useRead } from '../lib/read.ts';
import { sendDesk } from '../lib/send.ts';
import { useGoHere } from '../lib/use-go-here.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { faultOf } from '../ui/SendForm.tsx';
import { showSecret, toReceiver } from './secret-once.tsx';
import { Tokens } from './Tokens.tsx';
import { faultFields, WebhookForm } from './WebhookForm.tsx';
import { WebhookPane } from './WebhookPane.tsx';
import { endpointText } from './words.ts';

function Row({ endpoint, selected }: { endpoint: WebhookEndpoint; selected: boolean }) {
  return (
    <li className="row connection-row" data-tone={endpoint.state}>
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
  const added = useRef('');
  return (
    <NoteDialog open title="Add an endpoint" onClose={onClose}>
      <WebhookForm
        draft={draft}
        submit="Add it"
        onSend={async (fields) => {
          const result = await sendDesk(addWebhook, { body: { press: draftId(draft), ...fields } });
          if (result.kind === 'refused' && result.name === 'pressTaken') dropDraftId(draft);
          if (result.kind !== 'ok') return faultOf(result, faultFields);
          const { endpoint, secret } = result.value;
          showSecret(result.value, `The secret of ${endpoint.name}`, secret, toReceiver);
          added.current = endpoint.id;
          return undefined;
        }}
        onSent={() => onOpen(added.current)}
      />
    </NoteDialog>
  );
}

/** Where events go, and with which tokens programs read. */
export function ConnectionsScreen() {
  const [isOpen, route] = useRoute(paths.connection);
  const go = useGoHere();
  const selected = isOpen ? route.id : undefined;
  const read = useRead(listWebhooks, {}, { topics: readTopics.listWebhooks });
  const [adding, setAdding] = useState(false);
  useListKeys({
    ids: (read.data?.endpoints ?? []).map(({ id }) => id),
    selected,
    onLeave: () => go(paths.connections),
  });
  return (
    <>
      <ListScreen
        title="Connections"
        className="connections"
        record={selected !== undefined && <WebhookPane key={selected} id={selected} backTo={paths.connections} />}
      >
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
      </ListScreen>
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
