/** Posts leads through the mail client, as the page's settings configure it. */
import { exchange } from '#client/lib/exchange.ts';
import { type LeadKind, pages } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';
import { libVersion, sendPath, sentText } from '#contract/send.ts';
import { parseRuntime, readRuntime } from '../runtime.ts';
import { createMailClient, type MailClient } from './client.ts';
import { MailFailure, type MailResponse, networkError } from './failure.ts';

const clients = new Map<LeadKind, MailClient>();

/** One client for each form. */
function clientOf(kind: LeadKind): MailClient {
  const { origin, publicKey, blockHeadless, throttleMs } = readRuntime().mail;
  const limitRate = { throttle: throttleMs, id: `boxline.throttle.${kind}` };
  const client = clients.get(kind) ?? createMailClient({ origin, publicKey, blockHeadless, limitRate });
  clients.set(kind, client);
  return client;
}

/** The refusals that end the tries of a form when they are our server's. A firewall or a proxy gives them too. */
const ambiguous: readonly number[] = [400, 403, 413, 415];

type MailSettings = RuntimeSettings['mail'];

/** The settings in a page's source. The server writes every `<` in them as an escape; Trusted Types refuse a parser of HTML. */
const runtimeBlock = new RegExp(`id="${runtimeBlockId}"[^>]*>([^<]*)<`);

/** The settings that the server writes into its pages now; undefined when they cannot be read. */
async function settingsOfNow(): Promise<MailSettings | undefined> {
  const page = await exchange(fetch, pages.inquiry);
  if (page?.status !== 200) return undefined;
  try {
    return parseRuntime(runtimeBlock.exec(page.text)?.[1]).mail;
  } catch {
    // Something in between answered with a page of its own.
    return undefined;
  }
}

/** The names under which the server takes a form. */
const namesOf = ({ publicKey, serviceId, templateIds }: MailSettings, kind: LeadKind) => ({
  user_id: publicKey,
  service_id: serviceId,
  template_id: templateIds[kind],
});

/** Posts by a call that can read who refused. */
async function postReadably(body: object): Promise<MailResponse & { readonly isOurRefusal: boolean }> {
  const response = await exchange(fetch, sendPath, { method: 'POST', body });
  if (!response) throw new MailFailure(0, networkError);
  return response;
}

/**
 * Sends a submission again that was refused. A firewall answers with the same status as our server, and the package hides the
 * header that marks our refusals. When our server refuses because the operator has changed the names since the page was loaded,
 * the submission goes out once more with the names of now. It counts once, by its id.
 */
async function postAgain(kind: LeadKind, params: Readonly<Record<string, unknown>>): Promise<MailResponse> {
  const names = namesOf(readRuntime().mail, kind);
  const envelope = { lib_version: libVersion, template_params: params };
  let response = await postReadably({ ...envelope, ...names });
  if (response.status === 400 && response.isOurRefusal) {
    const now = await settingsOfNow();
    const namesNow = now && namesOf(now, kind);
    const areOthers = namesNow && JSON.stringify(namesNow) !== JSON.stringify(names);
    if (areOthers) response = await postReadably({ ...envelope, ...namesNow });
  }
  const { status, text, isOurRefusal } = response;
  if (status >= 200 && status < 300) return response;
  throw new MailFailure(status, text, undefined, isOurRefusal);
}

/** Posts a lead's parameters. Resolves when the provider took it. Throws as the mail client does. */
export async function post(kind: LeadKind, params: Readonly<Record<string, unknown>>): Promise<MailResponse> {
  const { origin, serviceId, templateIds } = readRuntime().mail;
  if (origin !== '') {
    // Another provider cannot find the reference out, which the receipt tells the dealer to keep.
    const reference = referenceOf(String(params['amends'] ?? params['submission_id']));
    return clientOf(kind).send(serviceId, templateIds[kind], { ...params, reference });
  }
  const response = await clientOf(kind)
    .send(serviceId, templateIds[kind], params)
    .catch((failure: unknown) => {
      if (failure instanceof MailFailure && ambiguous.includes(failure.status)) return postAgain(kind, params);
      throw failure;
    });
  // Our server answers with exactly this text. Any other text comes from something in between, and the lead may not have arrived.
  if (response.text.trim() !== sentText) throw new MailFailure(0, networkError);
  return response;
}

/** Fetches what the first send needs. Throws when the page's settings are not usable. */
export const prepare = (kind: LeadKind): Promise<void> => clientOf(kind).prepare();
