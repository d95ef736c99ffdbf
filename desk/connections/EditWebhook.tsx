import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { editWebhook, type WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { webhookEvents } from '#contract/webhooks.ts';
import { dropDraft } from '../lib/drafts.ts';
import { useSend } from '../lib/send.ts';
import { EditConflict } from '../ui/EditConflict.tsx';
import { type Fault, faultOf, undecided } from '../ui/SendForm.tsx';
import { faultFields, type WebhookFields, WebhookForm } from './WebhookForm.tsx';

const eventsText = (events: WebhookFields['events']): string => events.map((event) => webhookEvents[event]).join('; ');

interface EditWebhookProps {
  endpoint: WebhookEndpoint;
  /** With a sentence when something was stored. */
  onDone: (text?: string) => void;
}

/** Edits an endpoint. When somebody else has saved meanwhile, both versions are shown and the person decides. */
export function EditWebhook({ endpoint, onDone }: EditWebhookProps) {
  // As it stood when the edit began: what others save meanwhile is shown, and never overwritten unseen.
  const [seen, setSeen] = useState(endpoint);
  const [mine, setMine] = useState<WebhookFields>();
  const { send } = useSend(editWebhook);
  const draft = `webhook ${endpoint.id}`;
  const leave = (text?: string) => {
    dropDraft(draft);
    onDone(text);
  };
  const save = async (fields: WebhookFields): Promise<Fault | undefined> => {
    const result = await send({ params: { id: seen.id }, body: { ...fields, version: seen.version } });
    if (result.kind !== 'ok') return faultOf(result, faultFields);
    if (result.status === 409) {
      setSeen(result.value);
      setMine(fields);
      return undecided;
    }
    leave('Saved.');
    return undefined;
  };
  if (mine) {
    return (
      <EditConflict
        what="this endpoint"
        draft={draft}
        fields={[
          { label: 'Name', theirs: seen.name, mine: mine.name },
          { label: 'Address', theirs: seen.url, mine: mine.url },
          { label: 'Events', theirs: eventsText(seen.events), mine: eventsText(mine.events) },
        ]}
        onKeepMine={() => save(mine)}
        onTakeTheirs={() => leave()}
      />
    );
  }
  return (
    <WebhookForm
      endpoint={seen}
      draft={draft}
      submit="Save"
      onSend={save}
      beside={<Button onClick={() => leave()}>Cancel</Button>}
    />
  );
}
