import { editWebhook, type WebhookEndpoint } from '#contract/desk/connection-endpoints.ts';
import { webhookEventNames, webhookEvents } from '#contract/webhooks.ts';
import { dropDraft } from '../lib/drafts.ts';
import { type FieldWords, plainWords } from '../lib/own-changes.ts';
import { sendDesk } from '../lib/send.ts';
import { EditConflict } from '../ui/EditConflict.tsx';
import { type Fault, faultOf, LeaveButton } from '../ui/SendForm.tsx';
import { useOwnChanges } from '../ui/use-own-changes.ts';
import { faultFields, type WebhookFields, WebhookForm } from './WebhookForm.tsx';

const eventsText = (events: WebhookFields['events']): string => events.map((event) => webhookEvents[event]).join('; ');

const fieldWords: FieldWords<WebhookFields> = {
  ...plainWords({ name: 'Name', url: 'Address' }),
  events: { label: 'Events', text: eventsText },
};

/** The fields of an endpoint. The events are put in one fixed order, so that two lists of the same events compare as equal. */
const fieldsOf = ({ name, url, events }: WebhookEndpoint): WebhookFields => ({
  name,
  url,
  events: webhookEventNames.filter((event) => events.includes(event)),
});

interface EditWebhookProps {
  endpoint: WebhookEndpoint;
  onStored: (stored: WebhookEndpoint) => void;
  onClose: () => void;
}

/** Edits an endpoint. When somebody else has saved meanwhile, both versions are shown and the person decides. */
export function EditWebhook({ endpoint, onStored, onClose }: EditWebhookProps) {
  const { seen, stands, begin, decide, conflict } = useOwnChanges(endpoint, fieldsOf, fieldWords);
  const draft = `webhook ${endpoint.id}`;
  const cancel = () => {
    dropDraft(draft);
    onClose();
  };
  const save = async (fields: WebhookFields, newest = () => fields): Promise<Fault | undefined> => {
    const result = await sendDesk(editWebhook, {
      params: { id: seen.id },
      body: { ...fields, version: stands.version },
    });
    if (result.kind === 'late') return decide(result.value, newest());
    if (result.kind !== 'ok') return faultOf(result, faultFields);
    begin(result.value);
    onStored(result.value);
    return undefined;
  };
  if (conflict) {
    return (
      <EditConflict
        what="this endpoint"
        draft={draft}
        fields={conflict.fields}
        onKeepMine={() => save(conflict.merged)}
        onKept={onClose}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <WebhookForm
      endpoint={seen}
      draft={draft}
      submit="Save"
      onSend={save}
      onSent={onClose}
      beside={<LeaveButton onLeave={cancel}>Cancel</LeaveButton>}
    />
  );
}
