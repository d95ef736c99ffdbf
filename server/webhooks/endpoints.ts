/** The endpoints of webhooks: their list, and everything that admins do with them. */
import { nameLine } from '#contract/clean-text.ts';
import { type WebhookEvent, webhookLimits, webhookTimes } from '#contract/webhooks.ts';
import type { DeskCaller } from '#server/caller.ts';
import { dialectOf } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { madeByPress } from '#server/made-by-press.ts';
import { readAddress, type Targets } from '#server/outbox/service.ts';
import type { SecretBox } from '#server/secret-box.ts';
import { requireCallerSession } from '#server/sign-in/service.ts';
import { isoAfter } from '#server/times.ts';
import { type EndpointChanges, type EndpointView, refused, viewOf, type WebhookOutcome } from './endpoint-changes.ts';
import { giveUpWaiting } from './messages.ts';
import { secretOf } from './signature.ts';
import { allEndpoints, type Endpoint, findEndpoint, findEvenRemoved, insertEndpoint, updateEndpoint } from './store.ts';

interface EndpointFields {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

export interface EndpointsOptions extends Pick<Environment, 'storage' | 'now' | 'keyed'> {
  readonly changes: EndpointChanges;
  readonly secretBox: SecretBox;
  readonly targets: Targets;
}

/** A new secret with its endpoint. It is shown only this once. */
interface WithSecret {
  readonly endpoint: EndpointView;
  readonly secret: string;
}

export function createEndpoints({ storage, changes, secretBox, keyed, targets, now }: EndpointsOptions) {
  const { note, withEndpoint, doneWith } = changes;

  /** Converts what was typed to its stored form, or refuses it. */
  function read({ name, url, events }: EndpointFields) {
    const chosen = [...new Set(events)];
    const address = readAddress(url, targets);
    if (nameLine(name) === '') return refused('badName');
    if ('fault' in address) return refused(address.fault);
    if (chosen.length === 0) return refused('noEvents');
    return {
      kind: 'read',
      values: { name: nameLine(name), url: address.url, events: JSON.stringify(chosen) },
    } as const;
  }

  /** The encrypted earlier secret, while it still signs beside the current one. Undefined when it was encrypted with a lost key. */
  function signingBeside({ earlier_secret, earlier_until }: Endpoint, at: Date): string | undefined {
    if (earlier_secret === null || earlier_until === null || earlier_until <= at.toISOString()) return undefined;
    return secretBox.decrypt('webhook-secret', earlier_secret) === undefined ? undefined : earlier_secret;
  }

  /** Whether an endpoint still has the typed values, and signs with the secret that the press gave it. */
  const isOf = (there: Endpoint, typed: Pick<Endpoint, 'name' | 'url' | 'events'>, secret: string): boolean =>
    there.removed_at === null &&
    there.name === typed.name &&
    there.url === typed.url &&
    JSON.stringify(JSON.parse(there.events)) === typed.events &&
    secretBox.decrypt('webhook-secret', there.sealed_secret) === secret;

  return {
    async list(): Promise<EndpointView[]> {
      const endpoints = await allEndpoints(storage.reads);
      return Promise.all(endpoints.map((endpoint) => viewOf(storage.reads, endpoint)));
    },

    async find(id: string): Promise<EndpointView | undefined> {
      const endpoint = await findEndpoint(storage.reads, id);
      return endpoint && viewOf(storage.reads, endpoint);
    },

    /**
     * Adds an endpoint. The secret is in the outcome and cannot be read again later.
     *
     * @param press the id of the press. The same press gets the same endpoint and secret. `pressTaken`: the endpoint was changed
     *   meanwhile
     */
    add: ({ press, ...fields }: EndpointFields & { readonly press?: string | undefined }, by: DeskCaller) =>
      storage.transaction(async (trx): Promise<WebhookOutcome<WithSecret>> => {
        // Two people who add the last allowed endpoint at the same time wait for each other.
        await dialectOf(trx).lock(trx, ['webhook endpoints']);
        await requireCallerSession(trx, by);
        const asked = read(fields);
        if (asked.kind === 'refused') return asked;
        const made = madeByPress(keyed, 'webhook-secret', { press, personId: by.personId });
        const { id } = made;
        const secret = secretOf(made.secret);
        const there = await findEvenRemoved(trx, id);
        if (there) {
          if (!isOf(there, asked.values, secret)) return refused('pressTaken');
          return { kind: 'done', value: { endpoint: await viewOf(trx, there), secret } };
        }
        if ((await allEndpoints(trx)).length >= webhookLimits.endpoints) return refused('tooMany');
        const sealed_secret = secretBox.encrypt('webhook-secret', secret);
        await insertEndpoint(trx, {
          ...asked.values,
          id,
          sealed_secret,
          created_at: now().toISOString(),
          created_by: by.personId,
        });
        await note(trx, 'webhook-added', { by, id });
        const endpoint = await findEndpoint(trx, id);
        return endpoint
          ? { kind: 'done', value: { endpoint: await viewOf(trx, endpoint), secret } }
          : refused('notFound');
      }),

    edit: (id: string, version: number, fields: EndpointFields, by: DeskCaller) =>
      withEndpoint(id, by, async (trx, endpoint): Promise<WebhookOutcome> => {
        if (endpoint.version !== version) return { kind: 'changed', value: await viewOf(trx, endpoint) };
        const asked = read(fields);
        if (asked.kind === 'refused') return asked;
        const { values } = asked;
        const isSame = {
          name: endpoint.name === values.name,
          url: endpoint.url === values.url,
          events: JSON.stringify(JSON.parse(endpoint.events)) === values.events,
        };
        const edited = Object.entries(isSame).flatMap(([name, same]) => (same ? [] : [name]));
        if (edited.length > 0) {
          // A new address has not failed yet.
          const anew = isSame.url ? {} : { failing_since: null };
          await updateEndpoint(trx, id, { ...values, ...anew, version: version + 1 });
          await note(trx, 'webhook-edited', { by, id, fields: edited });
        }
        return doneWith(trx, id);
      }),

    /**
     * Makes a new secret. The one before signs beside it for a day. While a still earlier one signs, that one stays for the rest of
     * its time and the one between is dropped: the receiver may know only the earlier one, because the one between may never have
     * been seen.
     *
     * @param version the version that the caller saw; absent from a page of an earlier build
     */
    rotate: (id: string, version: number | undefined, by: DeskCaller) =>
      withEndpoint<WithSecret>(id, by, async (trx, endpoint, at) => {
        if (version !== undefined && endpoint.version !== version) {
          return { kind: 'changed', value: await viewOf(trx, endpoint) };
        }
        const secret = secretOf();
        const earlier = signingBeside(endpoint, at);
        await updateEndpoint(trx, id, {
          sealed_secret: secretBox.encrypt('webhook-secret', secret),
          earlier_secret: earlier ?? endpoint.sealed_secret,
          earlier_until: earlier === undefined ? isoAfter(at, webhookTimes.overlapMs) : endpoint.earlier_until,
          version: endpoint.version + 1,
        });
        await note(trx, 'webhook-secret-rotated', { by, id });
        const done = await doneWith(trx, id);
        return done.kind === 'done' ? { kind: 'done', value: { endpoint: done.value, secret } } : done;
      }),

    /** Disables an endpoint, or enables it again. Deliveries that it did not get can be replayed. */
    setOn: (id: string, version: number, on: boolean, by: DeskCaller) =>
      withEndpoint(id, by, async (trx, endpoint, at): Promise<WebhookOutcome> => {
        if (endpoint.version !== version) return { kind: 'changed', value: await viewOf(trx, endpoint) };
        if (on === (endpoint.disabled_at === null)) return doneWith(trx, id);
        const disabledAt = at.toISOString();
        await updateEndpoint(trx, id, {
          version: version + 1,
          ...(on
            ? { disabled_at: null, disabled_why: null, failing_since: null }
            : { disabled_at: disabledAt, disabled_why: 'hand' as const }),
        });
        if (!on) await giveUpWaiting(trx, id, at);
        await note(trx, on ? 'webhook-enabled' : 'webhook-disabled', { by, id });
        return doneWith(trx, id);
      }),

    /** Removes an endpoint with its secrets. Its waiting deliveries are given up. Repeating it changes nothing. */
    remove: (id: string, by: DeskCaller) =>
      withEndpoint<null>(
        id,
        by,
        async (trx, _endpoint, at) => {
          const removedAt = at.toISOString();
          const noSecrets = { sealed_secret: '', earlier_secret: null, earlier_until: null };
          await updateEndpoint(trx, id, { removed_at: removedAt, ...noSecrets });
          await giveUpWaiting(trx, id, at);
          await note(trx, 'webhook-removed', { by, id });
          return { kind: 'done', value: null };
        },
        async (trx) => ((await findEvenRemoved(trx, id)) ? { kind: 'done', value: null } : refused('notFound')),
      ),
  };
}
