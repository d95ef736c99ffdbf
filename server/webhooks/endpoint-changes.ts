/** The common steps of every change of an endpoint: it is locked first, and the change is logged and shown at the desk. */
import type { AuditAction } from '#contract/desk/audit.ts';
import type { ConnectionRefusal, EndpointState } from '#contract/desk/connections.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { DeskCaller } from '#server/caller.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { countPosts } from '#server/outbox/service.ts';
import { requireCallerSession } from '#server/sign-in/service.ts';
import { type Endpoint, findEndpoint, lockEndpoint } from './store.ts';

/** An endpoint with its state and the numbers of its waiting and failed deliveries. */
export type EndpointView = Endpoint & {
  readonly state: EndpointState;
  readonly waiting: number;
  readonly failed: number;
};

export type WebhookOutcome<Done = EndpointView> =
  | { readonly kind: 'done'; readonly value: Done }
  /** Somebody else has changed it since, so nothing was written. */
  | { readonly kind: 'changed'; readonly value: EndpointView }
  | { readonly kind: 'refused'; readonly why: ConnectionRefusal };

/** Waiting and failed deliveries are counted up to this number. */
const mostCounted = 1000;

const stateOf = ({ disabled_at, failing_since }: Endpoint): EndpointState =>
  disabled_at !== null ? 'disabled' : failing_since !== null ? 'failing' : 'working';

export const refused = (why: ConnectionRefusal) => ({ kind: 'refused', why }) as const;

/** An endpoint for people, with the numbers of its waiting and failed deliveries. */
export async function viewOf(db: Reader, endpoint: Endpoint): Promise<EndpointView> {
  return { ...endpoint, state: stateOf(endpoint), ...(await countPosts(db, endpoint.id, mostCounted)) };
}

export interface EndpointChangesOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly audit: AuditLog;
}

export type EndpointChanges = ReturnType<typeof createEndpointChanges>;

export function createEndpointChanges({ storage, audit, now }: EndpointChangesOptions) {
  return {
    /** Writes a change to the audit log, and shows it at the desk. */
    async note(
      trx: Trx,
      action: AuditAction,
      {
        by: { personId: by },
        id,
        fields,
      }: { readonly by: DeskCaller; readonly id: string; readonly fields?: readonly string[] },
    ): Promise<void> {
      await changed(trx, 'connections');
      const about = [{ kind: 'webhook', id }] as const;
      await audit.write(trx, { by, action, about, detail: fields ? { fields } : {} });
    },

    /**
     * Does something with a locked endpoint.
     *
     * @param ifNone the outcome when there is none, or it was removed
     * @throws SessionOverError when the session of the person who asks has ended since the request was authenticated
     */
    withEndpoint: <Done>(
      id: string,
      asker: DeskCaller,
      work: (trx: Trx, endpoint: Endpoint, at: Date) => Promise<WebhookOutcome<Done>>,
      ifNone: (trx: Trx) => Promise<WebhookOutcome<Done>> = async () => refused('notFound'),
    ): Promise<WebhookOutcome<Done>> =>
      storage.transaction(async (trx) => {
        await requireCallerSession(trx, asker);
        const endpoint = await lockEndpoint(trx, id);
        return endpoint ? work(trx, endpoint, now()) : ifNone(trx);
      }),

    /** The outcome of a successful change: the endpoint after it. */
    async doneWith(trx: Trx, id: string): Promise<WebhookOutcome> {
      const endpoint = await findEndpoint(trx, id);
      return endpoint ? { kind: 'done', value: await viewOf(trx, endpoint) } : refused('notFound');
    },
  };
}
