/** What every change of an endpoint begins and ends with: the endpoint is locked, and the change is noted and shown. */
import type { Transaction } from 'kysely';
import type { AuditAction } from '#contract/desk/audit.ts';
import type { ConnectionRefusal, EndpointState } from '#contract/desk/connections.ts';
import type { Acting } from '#server/acting.ts';
import type { AuditLog } from '#server/audit/service.ts';
import { changed } from '#server/changes/service.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { countPosts } from '#server/outbox/service.ts';
import { keepOpen } from '#server/sign-in/service.ts';
import { type Endpoint, findEndpoint, keepEndpoint } from './store.ts';

/** An endpoint with how it stands. */
export type EndpointView = Endpoint & {
  readonly state: EndpointState;
  readonly waiting: number;
  readonly failed: number;
};

export type WebhookOutcome<Done = EndpointView> =
  | { readonly kind: 'done'; readonly value: Done }
  /** Somebody else has changed it since; nothing was written. */
  | { readonly kind: 'changed'; readonly value: EndpointView }
  | { readonly kind: 'refused'; readonly why: ConnectionRefusal };

/** Deliveries that wait or failed are counted up to this number. */
const mostCounted = 1000;

const stateOf = ({ disabled_at, failing_since }: Endpoint): EndpointState =>
  disabled_at !== null ? 'disabled' : failing_since !== null ? 'failing' : 'working';

export const refused = (why: ConnectionRefusal) => ({ kind: 'refused', why }) as const;

/** An endpoint as people see it, with how many of its deliveries wait or failed. */
export async function viewOf(db: Reader, endpoint: Endpoint): Promise<EndpointView> {
  return { ...endpoint, state: stateOf(endpoint), ...(await countPosts(db, endpoint.id, mostCounted)) };
}

export interface EndpointChangesOptions {
  readonly storage: Pick<Storage, 'transaction' | 'dialect'>;
  readonly audit: AuditLog;
  readonly now: () => Date;
}

export type EndpointChanges = ReturnType<typeof createEndpointChanges>;

export function createEndpointChanges({ storage, audit, now }: EndpointChangesOptions) {
  return {
    /** Notes a change in the audit log, and shows it at the desk. */
    async note(
      trx: Transaction<Tables>,
      action: AuditAction,
      {
        by: { personId: by },
        id,
        fields,
      }: { readonly by: Acting; readonly id: string; readonly fields?: readonly string[] },
    ): Promise<void> {
      await changed(trx, 'connections');
      const about = [{ kind: 'webhook', id }] as const;
      await audit.write(trx, { by, action, about, detail: fields ? { fields } : {} });
    },

    /**
     * Does something with an endpoint while nobody else does.
     *
     * @throws SessionOverError when the session of whoever asks has ended since they were let in
     */
    withEndpoint: <Done>(
      id: string,
      asker: Acting,
      work: (trx: Transaction<Tables>, endpoint: Endpoint, at: Date) => Promise<WebhookOutcome<Done>>,
    ): Promise<WebhookOutcome<Done>> =>
      storage.transaction(async (trx) => {
        await keepOpen(trx, storage, asker);
        const endpoint = await keepEndpoint(trx, storage, id);
        return endpoint ? work(trx, endpoint, now()) : refused('notFound');
      }),

    /** The outcome of a change that was made: the endpoint as it stands afterwards. */
    async doneWith(trx: Transaction<Tables>, id: string): Promise<WebhookOutcome> {
      const endpoint = await findEndpoint(trx, id);
      return endpoint ? { kind: 'done', value: await viewOf(trx, endpoint) } : refused('notFound');
    },
  };
}
