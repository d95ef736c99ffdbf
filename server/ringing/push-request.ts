/** One push to one browser: encrypted (RFC 8291), signed (RFC 8292), and sent (RFC 8030). */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import webpush from 'web-push';
import type { PushPayload } from '#contract/desk/live.ts';
import { readRetryAfter } from '#server/retry-after.ts';
import { lookupPublic, pushTargetOf } from './push-hosts.ts';
import type { VapidKeys } from './push-keys.ts';
import type { Subscription } from './store-push.ts';

/**
 * What became of a push: it was taken, the subscription is gone, the service may take it later, or it never will.
 * `afterMs` is what the service asks to wait.
 */
export type PushOutcome =
  | { readonly outcome: 'sent' | 'gone' }
  | { readonly outcome: 'later'; readonly afterMs: number; readonly why: string }
  | { readonly outcome: 'refused'; readonly why: string };

interface PushRequestOptions {
  readonly keys: () => Promise<VapidKeys>;
  /** Whom a push service may write to about our pushes: `https:` or `mailto:`. */
  readonly subject: string;
  /** Push services beside the known ones. */
  readonly hosts: readonly string[];
  /** Certificates to trust beside those of the system. */
  readonly ca?: string | undefined;
  readonly now: () => Date;
}

const timeoutMs = 10_000;
/** The service forgets a push that it cannot deliver in this time. */
const ttlSeconds = 60;

/** A newer push about the same thing takes the place of one that waits (RFC 8030 5.4: 32 characters of base64url). */
const topicOf = (payload: PushPayload) =>
  createHash('sha256')
    .update('ring' in payload ? payload.ring : `failed ${payload.failed}`)
    .digest('base64url')
    .slice(0, 32);

function outcomeOf(status: number, retryAfterMs: number | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const why = `the push service answered ${status}`;
  if (status === 429 || status >= 500) return { outcome: 'later', afterMs: retryAfterMs ?? 0, why };
  return { outcome: 'refused', why };
}

/** What is sent; undefined when the browser's keys cannot be used. */
function detailsOf(
  subscription: webpush.PushSubscription,
  payload: PushPayload,
  vapidDetails: NonNullable<webpush.RequestOptions['vapidDetails']>,
): webpush.RequestDetails | undefined {
  try {
    return webpush.generateRequestDetails(subscription, JSON.stringify(payload), {
      vapidDetails,
      TTL: ttlSeconds,
      urgency: 'high',
      topic: topicOf(payload),
      contentEncoding: 'aes128gcm',
    });
  } catch {
    return undefined;
  }
}

/** Sends one push. Never rejects for what the network or the service does. */
export type SendPush = (subscription: Subscription, payload: PushPayload, signal: AbortSignal) => Promise<PushOutcome>;

export function createPushRequest({ keys, subject, hosts, ca, now }: PushRequestOptions): SendPush {
  const agents = {
    known: new Agent({ lookup: lookupPublic }),
    configured: new Agent({ ...(ca !== undefined && { ca }) }),
  };

  return async ({ endpoint, p256dh, auth }, payload, signal) => {
    const target = pushTargetOf(endpoint, hosts);
    if (!target) return { outcome: 'gone' };
    const vapidDetails = { subject, ...(await keys()) };
    const details = detailsOf({ endpoint, keys: { p256dh, auth } }, payload, vapidDetails);
    // Keys that no browser makes: nothing can ever be sent to it.
    if (!details) return { outcome: 'gone' };
    const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
    const agent = target.trusted ? agents.configured : agents.known;
    return new Promise((resolve) => {
      const failed = (error: Error) => resolve({ outcome: 'later', afterMs: 0, why: error.message });
      const sending = request(target.url, { method: 'POST', headers, agent, signal }, (response) => {
        // A redirect is not followed: it could lead anywhere.
        response.resume();
        response.on('error', failed);
        response.on('end', () => {
          const retryAfterMs = readRetryAfter(response.headers['retry-after'], now());
          resolve(outcomeOf(response.statusCode ?? 0, retryAfterMs));
        });
      });
      sending.setTimeout(timeoutMs, () => sending.destroy(new Error('the push service did not answer in time')));
      sending.on('error', failed);
      // Also when it ends without an answer and without an error, as after one that agrees to another protocol.
      sending.on('close', () => failed(new Error('the connection ended without an answer')));
      sending.end(details.body);
    });
  };
}
