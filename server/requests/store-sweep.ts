/** The queries of the sweep, for requests about which something is due. They run each second, so they are prepared once. */
import { alertsAbout } from '#server/alerts/service.ts';
import type { Reader } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { liveTextsAbout } from '#server/outbox/service.ts';
import { askingKinds } from './store.ts';

/** Requests that have neither ended nor are closing. */
const open = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .where('agent_requests.ended_at', 'is', null)
    .where('agent_requests.closing_at', 'is', null);

/** Open requests that nobody has. */
const waiting = (db: Reader) => open(db).where('accepted_at', 'is', null);

/** Open requests that an agent has. */
const accepted = (db: Reader) => open(db).where('accepted_at', 'is not', null);

/** Requests that nobody has accepted and whose `sms_status` is `going` although no text is on its way any more. */
export const withoutTexts = (db: Reader) =>
  waiting(db)
    .select('id')
    .where('sms_status', '=', 'going')
    .where(({ not, exists, fn, ref }) => {
      const since = fn.coalesce(ref('agent_requests.handed_back_at'), ref('agent_requests.created_at'));
      return not(exists(liveTextsAbout(askingKinds, ref('agent_requests.id'), since)));
    });

export const findWithoutTexts = prepared(withoutTexts);

export const findExpired = prepared((db, { at }: { readonly at: Iso }) =>
  open(db).select('id').where('expires_at', '<=', at),
);

/** Requests that were closed at a time or before it, and have not ended yet. */
export const findClosedBy = prepared((db, { time }: { readonly time: Iso }) =>
  db.selectFrom('agent_requests').selectAll().where('ended_at', 'is', null).where('closing_at', '<=', time),
);

/** Requests that wait for one person, with that person and the columns for `countsSince`. */
export const findWaitingForOne = prepared((db) =>
  waiting(db).select(['id', 'waits_for_id', 'accepted_at', 'expires_at']).where('waits_for_id', 'is not', null),
);

export type WaitingForAll = Awaited<ReturnType<typeof findWaitingForAll>>[number];

/** Requests that wait for everybody and can still be accepted, with the columns for `askedSince` and the state of their texts. */
export const findWaitingForAll = prepared((db, { at }: { readonly at: Iso }) =>
  waiting(db)
    .select(['id', 'created_at', 'handed_back_at', 'sms_status', 'nobody_left_at'])
    .where('waits_for_id', 'is', null)
    .where('expires_at', '>', at),
);

/** Requests that an agent has, with the agent's link. */
export const findAccepted = prepared((db) =>
  accepted(db)
    .innerJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .select(['agent_requests.id', 'agent_links.id as link_id', 'agent_links.person_id', 'agent_links.name']),
);

/**
 * Requests that an agent has had since a time or longer, that are not connected, and of which the agent was not reminded yet. `until`
 * is `latestExpiryOfAcceptedSince` of that time, which a prepared statement cannot compute itself.
 */
export const findLate = prepared((db, { until }: { readonly until: Iso }) =>
  accepted(db)
    .select('id')
    .where('expires_at', '<=', until)
    .where('connected_at', 'is', null)
    .where('late_told_at', 'is', null),
);

/**
 * Requests that have waited since a time or longer and that nobody has accepted. A request is left out when an alert of the same trouble
 * was raised since it was stored or handed back.
 *
 * @param until `latestExpiryOfWaitingSince` of that time
 */
export const unaccepted = (db: Reader, until: Iso) =>
  waiting(db)
    .select(['id', 'handed_back_at'])
    .where('expires_at', '<=', until)
    .where(({ not, exists, fn, ref }) => {
      const since = fn.coalesce(ref('agent_requests.handed_back_at'), ref('agent_requests.created_at'));
      return not(exists(alertsAbout(['not-accepted', 'request-into-empty-shift'], ref('agent_requests.id'), since)));
    });

export const findUnaccepted = prepared((db, { until }: { readonly until: Iso }) => unaccepted(db, until));

/** Running requests whose history does not say that their code has ended. */
export const withoutCodeEnded = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'code_id'])
    .where('ended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('request_events')
            .select('seq')
            .whereRef('request_id', '=', 'agent_requests.id')
            .where('kind', '=', 'code-ended'),
        ),
      ),
    );

export const findWithoutCodeEnded = prepared(withoutCodeEnded);
