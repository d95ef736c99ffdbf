/** The sending parts: the kinds of messages, their delivery, and the alerts and the audit log, which send mail. */
import type { LinkKind } from '#contract/desk/session.ts';
import { codeLinkUrlOf } from '../access/service.ts';
import { createAlerts, type Handled, raiseAlert } from '../alerts/service.ts';
import { createAudit, createAuditLog } from '../audit/service.ts';
import { apiDealership } from '../dealerships/service.ts';
import { testLinkAddress } from '../first-hour/service.ts';
import { createMetrics } from '../http/metrics.ts';
import { apiLead } from '../leads/service.ts';
import { createMessageKinds, hiddenLinks, type MessageLinks } from '../message-kinds.ts';
import { createMessages } from '../messages/service.ts';
import type { MailTransport } from '../outbox/mail/transport.ts';
import { createDelivery, createTargets, type PostTransport, type TextTransport } from '../outbox/service.ts';
import { adminMails, peopleOnShift } from '../people/service.ts';
import { addressOf } from '../requests/links.ts';
import { apiRequest } from '../requests/service.ts';
import type { SecretBox } from '../secret-box.ts';
import { checkActing, linkUrlOf } from '../sign-in/service.ts';
import { createWebhooks, type ReadSubject } from '../webhooks/service.ts';
import type { Base } from './base.ts';

export interface SendingOverrides {
  readonly mailTransport?: MailTransport;
  readonly textTransport?: TextTransport;
  readonly postTransport?: PostTransport;
}

const linksOf = ({ keyed, config: { publicUrl } }: Base): MessageLinks => ({
  linkOf: (linkId) => addressOf(keyed, publicUrl, linkId),
  staffLinkOf: (kind: LinkKind, linkId) => linkUrlOf(keyed, publicUrl, kind, linkId),
  codeLinkOf: (linkId) => codeLinkUrlOf(keyed, publicUrl, linkId),
  testLinkOf: (testId) => testLinkAddress(keyed, publicUrl, testId),
});

/** Reads the record of an event as the read API presents it. */
const subjectsOf =
  ({ storage: { db }, forms }: Base): ReadSubject =>
  (type, id) => {
    if (type.startsWith('lead.')) return apiLead(db, forms, id);
    return type.startsWith('request.') ? apiRequest(db, id) : apiDealership(db, id);
  };

export function createSending(base: Base, overrides: SendingOverrides, secretBox: SecretBox) {
  const { config, log, warn, storage, forms, environment } = base;
  const webhookParts = { secretBox, readSubject: subjectsOf(base), audit: createAuditLog(environment) };
  const messageKinds = createMessageKinds({
    ...environment,
    forms,
    config,
    ...linksOf(base),
    webhooks: webhookParts,
  });
  const delivery = createDelivery({
    ...environment,
    config,
    kinds: messageKinds,
    log,
    transport: overrides.mailTransport,
    textTransport: overrides.textTransport,
    postTransport: overrides.postTransport,
  });
  const metrics = createMetrics(() => delivery.unfinished());
  const audit = createAudit({
    ...environment,
    checkActing,
    delivery,
    mailTo: adminMails,
    onHead: (head) => log.info({ head }, 'the head of the audit log'),
    onError: (err) => log.error({ err }, 'the audit log could not be written'),
  });
  const onHandled = ({ alert, channels, unsent }: Handled) => {
    const facts = { alertId: alert.id, kind: alert.kind, requestId: alert.request_id, channels };
    if (unsent) log.error({ ...facts, unsent }, 'an alert was sent to nobody');
    else log.warn(facts, 'an alert goes to the operator');
    metrics.alerts.inc({ kind: alert.kind, outcome: unsent ?? 'sent' });
  };
  return {
    messageKinds,
    delivery,
    metrics,
    audit,
    messages: createMessages({
      storage,
      outboxes: delivery.outboxes,
      audit,
      config,
      kinds: createMessageKinds({ ...environment, forms, config, ...hiddenLinks(config) }),
      wake: delivery.wake,
    }),
    webhooks: createWebhooks({
      ...environment,
      audit,
      secretBox,
      targets: createTargets(config.webhooks),
      wake: delivery.wake,
    }),
    alerts: createAlerts({
      ...environment,
      delivery,
      config,
      onShift: peopleOnShift,
      onHandled,
      onError: warn('the alerts could not be looked after'),
    }),
  };
}

export type Sending = Readonly<ReturnType<typeof createSending>>;

/** Alerts the operator of an unusual rate of wrong tries. */
export const alertOfTries =
  ({ storage, log, now }: Base, kind: 'wrong-codes' | 'wrong-sign-ins', words: string) =>
  (count: number): void => {
    log.warn({ count }, words);
    const at = now();
    // Replicas see the same guesses, so they share one alert for each hour.
    const about = at.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    storage
      .transaction((trx) => raiseAlert(trx, { kind, about, count, at }))
      .catch((err: unknown) => log.error({ err, kind }, 'the alert about wrong tries could not be raised'));
  };
