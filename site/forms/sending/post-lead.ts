/** The call of sending: the lead to the mail provider. */
import type { LeadKind } from '#contract/pages.ts';
import { sentText } from '#contract/send.ts';
import type { MailClient } from '../../mail/client.ts';
import { MailFailure, type MailResponse, networkError } from '../../mail/failure.ts';
import { readRuntime } from '../../runtime.ts';

/**
 * Posts one submission. Resolves when the provider took it. Rejects with a `MailFailure`, or with something else when nothing
 * could be sent at all.
 */
export type Post = (kind: LeadKind, params: Readonly<Record<string, unknown>>) => Promise<MailResponse>;

const clients = new Map<LeadKind, MailClient>();

/** The mail client as the page's settings configure it, one per form. Its module is fetched when the first thing is typed. */
async function clientOf(kind: LeadKind): Promise<MailClient> {
  const known = clients.get(kind);
  if (known) return known;
  const { origin, publicKey, blockHeadless, throttleMs } = readRuntime().mail;
  const { createMailClient } = await import('../../mail/client.ts').catch(() => {
    throw new MailFailure(0, networkError);
  });
  const limitRate = { throttle: throttleMs, id: `boxline.throttle.${kind}` };
  const client = createMailClient({ origin, publicKey, blockHeadless, limitRate });
  clients.set(kind, client);
  return client;
}

/** Posts a lead's parameters through the mail client. */
export const postLead: Post = async (kind, params) => {
  const { origin, serviceId, templateIds } = readRuntime().mail;
  const response = await (await clientOf(kind)).send(serviceId, templateIds[kind], params);
  // Our server says one thing. Anything else comes from something in between, and the lead may have got nowhere.
  if (origin === '' && response.text.trim() !== sentText) throw new MailFailure(0, networkError);
  return response;
};

/** Fetches what the first send needs while the person still types. Rejects when the page's settings are not usable. */
export const prepareToPost = async (kind: LeadKind): Promise<void> => (await clientOf(kind)).prepare();
