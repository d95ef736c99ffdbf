/** Writes texts from rows. */
import type { createAlertComposer } from './compose-alert.ts';
import type { createRequestComposer } from './compose-request.ts';
import type { Message } from './outbox.ts';
import type { Text } from './sms/transport.ts';

export interface TextComposerOptions {
  readonly aboutRequests: Pick<ReturnType<typeof createRequestComposer>, 'body'>;
  readonly aboutAlerts: Pick<ReturnType<typeof createAlertComposer>, 'body'>;
  /** Where the provider reports on the message of this id. */
  readonly callbackUrl: (messageId: string) => string;
  readonly now: () => Date;
}

export function createTextComposer({ aboutRequests, aboutAlerts, callbackUrl, now }: TextComposerOptions) {
  return async function composeText(message: Message): Promise<Text> {
    const leftMs = message.expires_at ? Date.parse(message.expires_at) - now().getTime() : 0;
    const { body } = message.kind === 'alert' ? aboutAlerts : aboutRequests;
    return {
      to: message.recipient,
      body: await body(message),
      statusCallback: callbackUrl(message.id),
      validForS: Math.max(1, Math.floor(leftMs / 1000)),
    };
  };
}
