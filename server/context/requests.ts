/** The parts of a request for a finance manager: ringing, what open consoles and cards are told, and the board. */
import { brand } from '#brand/brand.ts';
import { idsOf } from '#server/rows.ts';
import { createChanges } from '../changes/service.ts';
import { takesRequests } from '../desk/policy.ts';
import { createDeskStream } from '../desk/stream.ts';
import { peopleOnShift } from '../people/service.ts';
import { createPresence } from '../presence/service.ts';
import { createLive } from '../requests/live.ts';
import { createAgentRequests, createBoards, createCalls, openRequest } from '../requests/service.ts';
import { createPush, createPushKeys, createPushRequest, createRinging } from '../ringing/service.ts';
import type { SecretBox } from '../secret-box.ts';
import type { Base } from './base.ts';
import type { Dealers } from './dealers.ts';
import type { Sending } from './sending.ts';
import type { Staff } from './staff.ts';

export interface PushOverrides {
  /** Certificates that push services are trusted by, besides those of the system. */
  readonly pushCa?: string;
  /** Waits before a failed push is tried again; in real time when absent. */
  readonly pushWait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface RequestParts extends PushOverrides {
  readonly base: Base;
  readonly sending: Sending;
  readonly dealers: Dealers;
  readonly staff: Staff;
  readonly secretBox: SecretBox;
}

/** Rings available people, in the console and by Web Push. */
function createRings({
  base,
  sending: { metrics, alerts },
  staff: { signIn },
  secretBox,
  pushCa,
  pushWait,
}: RequestParts) {
  const { config, log, warn, storage, now, environment } = base;
  const presence = createPresence({
    ...environment,
    holderOf: async (trx, requestId) => (await openRequest(trx, requestId))?.holderId ?? undefined,
  });
  const pushKeys = createPushKeys({
    ...environment,
    secretBox,
    onLost: () =>
      log.warn('the keys of Web Push do not open with this SECRET_KEY; every browser has to subscribe again'),
  });
  const push = createPush({
    ...environment,
    keys: pushKeys,
    send: createPushRequest({
      keys: pushKeys,
      subject: config.production ? config.publicUrl : `mailto:${brand.email}`,
      hosts: config.pushHosts,
      ca: pushCa,
      now,
    }),
    hosts: config.pushHosts,
    pushableSessionIds: signIn.sessions.pushableSessionIds,
    ringsFor: (requestId, personId) => ringing.ringsFor(requestId, personId),
    wait: pushWait,
    onOutcome(outcome, why) {
      metrics.pushes.inc({ outcome });
      if (why !== undefined) log.warn({ outcome, why }, 'a push was not delivered');
    },
    onError: warn('the pushes could not be looked after'),
  });
  const ringing = createRinging({
    ...environment,
    presence,
    onPush: (due) => void push.push(due).catch(warn('the devices of who is rung could not be pushed')),
    onError: warn('the requests that wait could not be rung for'),
  });
  // When neither mails nor texts arrive, people on shift are told by push, because they have a console or a telephone near them.
  alerts.listen(({ unattended }) => {
    if (!unattended) return;
    peopleOnShift(storage.db)
      .then((people) => push.tellFailed(idsOf(people), unattended))
      .catch(warn('the people on shift could not be pushed what does not arrive'));
  });
  return { presence, push, ringing };
}

export function createRequests(parts: RequestParts) {
  const { base, sending, dealers, staff } = parts;
  const { config, warn, environment } = base;
  const { audit, delivery, metrics } = sending;
  const rings = createRings(parts);
  const onRead = (what: string) => metrics.deskLooks.inc({ what });
  const changes = createChanges({
    ...environment,
    onRead,
    onError: warn('what changed in the console could not be pruned'),
  });
  const live = createLive({
    ...environment,
    delivery,
    portal: dealers.portal,
    mostPerSession: config.streams.perSession,
    mostPerAddress: config.streams.perAddress,
    onError: warn('the live cards could not be looked after'),
  });
  return {
    ...rings,
    changes,
    live,
    deskStream: createDeskStream({
      changes,
      sessionStates: staff.signIn.sessions.states,
      rings: rings.ringing.byPerson,
      ...environment,
      mostPerPerson: config.streams.perPerson,
      onRead,
      onError: warn('the open consoles could not be looked after'),
    }),
    agentRequests: createAgentRequests({
      ...environment,
      audit,
      delivery,
      config,
      takesRequests,
      activeCodeIds: dealers.portal.activeCodeIds,
      onChange(requestId) {
        live.changed(requestId);
        rings.ringing.wake();
      },
      count: (event) => metrics.agentRequests.inc({ event }),
      onError: warn('the requests could not be swept'),
    }),
    boards: createBoards(environment),
    calls: createCalls({ ...environment, audit }),
  };
}

export type Requests = Readonly<ReturnType<typeof createRequests>>;
