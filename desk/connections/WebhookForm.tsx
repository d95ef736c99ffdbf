import type { ReactNode } from 'react';
import { type WebhookEvent, webhookEventNames, webhookEvents, webhookLimits } from '#contract/webhooks.ts';
import { TextInput, TickInput } from '../ui/fields.tsx';
import { type Fault, SendForm, textOf } from '../ui/SendForm.tsx';

export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly events: WebhookEvent[];
}

interface WebhookFormProps {
  /** The endpoint that is edited; absent for a new one. */
  endpoint?: { readonly name: string; readonly url: string; readonly events: readonly WebhookEvent[] };
  /** The key under which the form's draft is kept. */
  draft: string;
  submit: string;
  /** @param newest returns the fields as they are typed now */
  onSend: (fields: WebhookFields, newest: () => WebhookFields) => Promise<Fault | undefined>;
  onSent?: () => void;
  /** A button beside the one that sends, which discards what was typed. */
  beside?: ReactNode;
}

const nameOf = (event: WebhookEvent): string => `event ${event}`;

/** The name of the control that each refusal is about. */
export const faultFields = {
  badName: 'name',
  badUrl: 'url',
  notHttps: 'url',
  privateAddress: 'url',
  noEvents: nameOf(webhookEventNames[0]),
} as const;

/** The fields of an endpoint: its name, its address and the events that go to it. */
export function WebhookForm({ endpoint, draft, submit, onSend, onSent, beside }: WebhookFormProps) {
  const read = (data: FormData): WebhookFields => ({
    name: textOf(data, 'name'),
    url: textOf(data, 'url'),
    events: webhookEventNames.filter((event) => data.get(nameOf(event)) !== null),
  });
  return (
    <SendForm
      submit={submit}
      draft={draft}
      onSend={(data, newest) => onSend(read(data), () => read(newest()))}
      onSent={onSent}
      empties={endpoint === undefined}
      beside={beside}
      discards={beside !== undefined}
    >
      <TextInput name="name" label="Name" defaultValue={endpoint?.name ?? ''} maxLength={webhookLimits.name} />
      <TextInput
        name="url"
        label="Address"
        help="Begins with https://. Only addresses of the public internet are reached, and what WEBHOOK_ALLOW names."
        defaultValue={endpoint?.url ?? ''}
        maxLength={webhookLimits.url}
        spellCheck={false}
        inputMode="url"
      />
      <fieldset className="event-ticks">
        <legend className="field-label">Events</legend>
        {webhookEventNames.map((event) => (
          <TickInput
            key={event}
            name={nameOf(event)}
            label={webhookEvents[event]}
            defaultChecked={endpoint?.events.includes(event) ?? false}
          />
        ))}
      </fieldset>
    </SendForm>
  );
}
