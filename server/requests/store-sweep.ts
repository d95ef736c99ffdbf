/** The queries of the sweep, for requests about which something is due. They run each second, so most are prepared once. */
import { alertsAbout } from '#server/alerts/service.ts';
import type { Reader } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { liveTextsAbout } from '#server/outbox/service.ts';
import { askingKinds } from './store.ts';

/** Requests that nobody has accepted and whose `sms_status` is `going` although no text is on its way any more. */
export const withoutTexts = (db: Reader) =>
  db
    .selectFrom('agent_requests')
    .select('id')
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('sms_status', '=', 'going')
    .where(({ not, exists, fn, ref }) => {
      const since = fn.coalesce(ref('agent_requests.handed_back_at'), ref('agent_requests.created_at'));
      return not(exists(liveTextsAbout(askingKinds, ref('agent_requests.id'), since)));
    });

const preparedWithoutTexts = prepared((db) => withoutTexts(db));
export const findWithoutTexts = async (db: Reader) => (await preparedWithoutTexts(db, {})).rows;

const preparedExpired = prepared((db, { at }: { readonly at: Iso }) =>
  db
    .selectFrom('agent_requests')
    .select('id')
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('expires_at', '<=', at),
);
export const findExpired = async (db: Reader, at: Iso) => (await preparedExpired(db, { at })).rows;

const preparedClosedBy = prepared((db, { time }: { readonly time: Iso }) =>
  db.selectFrom('agent_requests').selectAll().where('ended_at', 'is', null).where('closing_at', '<=', time),
);

/** Requests that were closed at a time or before it, and have not ended yet. */
export const findClosedBy = async (db: Reader, time: Iso) => (await preparedClosedBy(db, { time })).rows;

const preparedWaitingForOne = prepared((db) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'waits_for_id', 'accepted_at', 'expires_at'])
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('waits_for_id', 'is not', null),
);

/** Requests that wait for one person, with that person and the columns for `countsSince`. */
export const findWaitingForOne = async (db: Reader) => (await preparedWaitingForOne(db, {})).rows;

const preparedWaitingForAll = prepared((db, { at }: { readonly at: Iso }) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'created_at', 'handed_back_at', 'sms_status', 'nobody_left_at'])
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('waits_for_id', 'is', null)
    .where('expires_at', '>', at),
);

export type WaitingForAll = Awaited<ReturnType<typeof findWaitingForAll>>[number];

/** Requests that wait for everybody and can still be accepted, with the columns for `askedSince` and the state of their texts. */
export const findWaitingForAll = async (db: Reader, at: Iso) => (await preparedWaitingForAll(db, { at })).rows;

const preparedHeld = prepared((db) =>
  db
    .selectFrom('agent_requests')
    .innerJoin('agent_links', 'agent_links.id', 'agent_requests.accepted_link_id')
    .select(['agent_requests.id', 'agent_links.id as link_id', 'agent_links.person_id', 'agent_links.name'])
    .where('agent_requests.ended_at', 'is', null)
    .where('agent_requests.closing_at', 'is', null)
    .where('agent_requests.accepted_at', 'is not', null),
);

/** Requests that an agent has, with the agent's link. */
export const findHeld = async (db: Reader) => (await preparedHeld(db, {})).rows;

const preparedLate = prepared((db, { until }: { readonly until: Iso }) =>
  db
    .selectFrom('agent_requests')
    .select('id')
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .where('expires_at', '<=', until)
    .where('connected_at', 'is', null)
    .where('late_told_at', 'is', null),
);

/**
 * Requests that an agent has had since a time or longer, that are not connected, and of which the agent was not reminded yet.
 *
 * @param until `endOfHoldSince` of that time
 */
export const findLate = async (db: Reader, until: Iso) => (await preparedLate(db, { until })).rows;

/**
 * Requests that have waited since a time or longer and that nobody has accepted. A request is left out when an alert of the same trouble
 * was raised since it was stored or handed back.
 *
 * @param until `endOfWaitSince` of that time, which a prepared statement cannot compute itself
 */
export const unaccepted = (db: Reader, until: Iso) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'handed_back_at'])
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('expires_at', '<=', until)
    .where(({ not, exists, fn, ref }) => {
      const since = fn.coalesce(ref('agent_requests.handed_back_at'), ref('agent_requests.created_at'));
      return not(exists(alertsAbout(['not-accepted', 'request-into-empty-shift'], ref('agent_requests.id'), since)));
    });

const preparedUnaccepted = prepared((db, { until }: { readonly until: Iso }) => unaccepted(db, until));
export const findUnaccepted = async (db: Reader, until: Iso) => (await preparedUnaccepted(db, { until })).rows;

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

const preparedWithoutCodeEnded = prepared((db) => withoutCodeEnded(db));
export const findWithoutCodeEnded = async (db: Reader) => (await preparedWithoutCodeEnded(db, {})).rows;
