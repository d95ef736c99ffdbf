/** Every dependency of the server, built once. Tests replace the clock, the log, the transports or the site. */
import { resolve } from 'node:path';
import type { DestinationStream } from 'pino';
import { brand } from '#brand/brand.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import { type LeadForm, leadForms } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId } from '#contract/reference.ts';
import { portalSessionAuthenticator } from './access/authenticate.ts';
import { type Codes, createCodes } from './access/codes.ts';
import {
  type CodeLinks,
  codeLinkUrlOf,
  createCodeLinks,
  createPortal,
  dealershipsWithCode,
  endAccess,
  type Portal,
} from './access/service.ts';
import { type Alerts, createAlerts, type Handled, raiseAlert } from './alerts/service.ts';
import { type Audit, createAudit } from './audit/service.ts';
import { type Changes, createChanges } from './changes/service.ts';
import type { Config } from './config.ts';
import { openStorage, type Storage } from './database/open.ts';
import { createDealerships, type Dealerships, isTimeZone } from './dealerships/service.ts';
import { canOf, leadPolicy, may, peoplePolicy, signInPolicy } from './desk/policy.ts';
import { createDeskStream, type DeskStream } from './desk/stream.ts';
import { createExports, type Exports } from './exports/service.ts';
import { createFigures, type FiguresService } from './figures/service.ts';
import { createFirstHour, type FirstHour, testLinkAddress } from './first-hour/service.ts';
import type { Authenticators } from './http/endpoint.ts';
import { createLimiters, type Limiters } from './http/limits.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts';
import {
  createLeadDesk,
  createLeadKeys,
  createLeads,
  createLeadWorks,
  type LeadDesk,
  type LeadKeys,
  type Leads,
  type LeadWork,
} from './leads/service.ts';
import { createLog, type Logger } from './log.ts';
import { createMessageKinds, hiddenLinks } from './message-kinds.ts';
import { createMessages, type Messages } from './messages/service.ts';
import type { MailTransport } from './outbox/mail/transport.ts';
import type { RegisteredKinds } from './outbox/message-kind.ts';
import { createDelivery, type Delivery, sendTestMail, type TextTransport } from './outbox/service.ts';
import {
  adminMails,
  createPeople,
  createShift,
  findPersonById,
  type People,
  peopleOnShift,
  type Shift,
  whyNobodyIsReached,
} from './people/service.ts';
import { createPresence, type PresenceService, prunablePresence } from './presence/service.ts';
import { createPruning, type Pruning } from './pruning.ts';
import { agentLinkAuthenticator, portalRequestAuthenticator } from './requests/authenticate.ts';
import { addressOf } from './requests/links.ts';
import { createLive, type Live } from './requests/live.ts';
import {
  type AgentRequests,
  type Boards,
  type Calls,
  createAgentRequests,
  createBoards,
  createCalls,
  holdersOf,
  openRequest,
  requestsOfCodes,
} from './requests/service.ts';
import {
  createPush,
  createPushKeys,
  createPushRequest,
  createRinging,
  type Push,
  prunableRings,
  type Ringing,
} from './ringing/service.ts';
import { createSchedule, type Schedule } from './schedule/service.ts';
import { createSealer } from './sealing.ts';
import { loadSecretKey } from './secret-key.ts';
import { createSettings, type Settings } from './settings/service.ts';
import { createSignIn, linkUrlOf, prunableSignIn, type SignIn, staffAuthenticator } from './sign-in/service.ts';
import { loadPages, type SitePages } from './site/pages.ts';

export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly storage: Storage;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly leads: Leads;
  readonly leadDesk: LeadDesk;
  readonly leadWork: LeadWork;
  readonly leadKeys: LeadKeys;
  readonly messageKinds: RegisteredKinds;
  readonly delivery: Delivery;
  readonly messages: Messages;
  readonly portal: Portal;
  readonly codes: Codes;
  readonly codeLinks: CodeLinks;
  readonly settings: Settings;
  readonly firstHour: FirstHour;
  readonly dealerships: Dealerships;
  readonly shift: Shift;
  readonly people: People;
  readonly schedule: Schedule;
  readonly agentRequests: AgentRequests;
  readonly boards: Boards;
  readonly calls: Calls;
  readonly exports: Exports;
  readonly figures: FiguresService;
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly live: Live;
  readonly changes: Changes;
  readonly presence: PresenceService;
  readonly ringing: Ringing;
  readonly push: Push;
  readonly deskStream: DeskStream;
  readonly signIn: SignIn;
  readonly pruning: Pruning;
  readonly keyed: KeyedHash;
  readonly limiters: Limiters;
  /** Who calls an endpoint, for each kind of authentication. */
  readonly authenticators: Authenticators;
  readonly metrics: Metrics;
  readonly siteDir: string;
  readonly pages: SitePages;
  readonly now: () => Date;
  readonly mintId: () => string;
  /** `draining` turns true when the server begins to stop. */
  readonly lifecycle: { draining: boolean };
}

export interface Overrides {
  readonly now?: () => Date;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs?: () => number;
  readonly logDestination?: DestinationStream;
  readonly storage?: Storage;
  readonly mailTransport?: MailTransport;
  readonly textTransport?: TextTransport;
  /** Certificates that push services are trusted by, beside those of the system. */
  readonly pushCa?: string;
  /** How long a failed push waits before it is tried again; real time when absent. */
  readonly pushWait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The built site. */
  readonly siteDir?: string;
  /** Its pages, prepared before. They are the same for every server of one configuration. */
  readonly pages?: SitePages;
}

const builtSite = resolve(import.meta.dirname, '../dist/site');

/** Builds every dependency. Opens the database but neither migrates nor starts anything. */
export function createContext(config: Config, overrides: Overrides = {}): Context {
  const { now = () => new Date(), clockMs = () => performance.now(), siteDir = builtSite } = overrides;
  const log = createLog(config, overrides.logDestination ?? process.stderr);
  const pages = overrides.pages ?? loadPages(siteDir, config);
  const forms = leadForms(brand);
  const storage =
    overrides.storage ??
    openStorage({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      onBroken: (err) => log.warn({ err }, 'a connection to the database broke'),
    });
  const secretKey = config.secretKey ?? loadSecretKey(config.dataDir);
  const keyed = createKeyedHash(secretKey);
  const sealer = createSealer(secretKey);
  const linkOf = (linkId: string) => addressOf(keyed, config.publicUrl, linkId);
  const codeLinkOf = (linkId: string) => codeLinkUrlOf(keyed, config.publicUrl, linkId);
  const staffLinkOf = (kind: LinkKind, linkId: string) => linkUrlOf(keyed, config.publicUrl, kind, linkId);
  /** Hears of an unusual rate of wrong tries, and alerts the operator. */
  const alertOfTries = (kind: 'wrong-codes' | 'wrong-sign-ins', words: string) => (count: number) => {
    log.warn({ count }, words);
    const at = now();
    // Replicas see the same guesses, so they share one alert an hour.
    const about = at.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    storage
      .transaction((trx) => raiseAlert(trx, { kind, about, count, at }))
      .catch((err: unknown) => log.error({ err, kind }, 'the alert about wrong tries could not be raised'));
  };
  const portal = createPortal({
    requests: requestsOfCodes,
    storage,
    keyed,
    now,
    clockMs,
    onError: (err) => log.warn({ err }, 'what is out of time in the portal could not be forgotten'),
    onUnusualTries: alertOfTries('wrong-codes', 'unusually many wrong access codes'),
  });
  const testLinkOf = (testId: string) => testLinkAddress(keyed, config.publicUrl, testId);
  const messageKinds = createMessageKinds({ storage, forms, now, linkOf, staffLinkOf, codeLinkOf, testLinkOf });
  const delivery = createDelivery({
    storage,
    config,
    kinds: messageKinds,
    now,
    log,
    transport: overrides.mailTransport,
    textTransport: overrides.textTransport,
  });
  const audit = createAudit({
    storage,
    keyed,
    now,
    delivery,
    mailTo: adminMails,
    onHead: (head) => log.info({ head }, 'the head of the audit log'),
    onError: (err) => log.error({ err }, 'the audit log could not be written'),
  });
  const live = createLive({
    storage,
    delivery,
    portal,
    now,
    keyed,
    mostPerSession: config.streams.perSession,
    mostPerAddress: config.streams.perAddress,
    onError: (err) => log.warn({ err }, 'the live cards could not be looked after'),
  });
  const signIn = createSignIn({
    storage,
    keyed,
    sealer,
    config,
    audit,
    delivery,
    policy: signInPolicy,
    canOf,
    now,
    clockMs,
    onError: (err) => log.warn({ err }, 'the sessions of the desk could not be shortened'),
    onUnusualTries: alertOfTries('wrong-sign-ins', 'unusually many wrong tries to sign in'),
  });
  const changes = createChanges({
    storage,
    clockMs,
    onRead: (what) => metrics.deskLooks.inc({ what }),
    onError: (err) => log.warn({ err }, 'what changed in the console could not be pruned'),
  });
  const presence = createPresence({
    storage,
    now,
    holderOf: async (trx, requestId) => (await openRequest(trx, requestId))?.holderId ?? undefined,
  });
  const metrics = createMetrics(() => delivery.unfinished());
  const pushKeys = createPushKeys({
    storage,
    sealer,
    now,
    onLost: () =>
      log.warn('the keys of Web Push do not open with this SECRET_KEY; every browser has to subscribe again'),
  });
  const push = createPush({
    storage,
    keys: pushKeys,
    send: createPushRequest({
      keys: pushKeys,
      subject: config.production ? config.publicUrl : `mailto:${brand.email}`,
      hosts: config.pushHosts,
      ca: overrides.pushCa,
    }),
    hosts: config.pushHosts,
    pushableSessionIds: signIn.sessions.pushableSessionIds,
    ringsFor: (requestId, personId) => ringing.ringsFor(requestId, personId),
    now,
    wait: overrides.pushWait,
    onOutcome(outcome, why) {
      metrics.pushes.inc({ outcome });
      if (why !== undefined) log.warn({ outcome, why }, 'a push was not delivered');
    },
    onError: (err) => log.warn({ err }, 'the pushes could not be looked after'),
  });
  const ringing = createRinging({
    storage,
    presence,
    now,
    onPush(due) {
      push.push(due).catch((err: unknown) => log.warn({ err }, 'the devices of who is rung could not be pushed'));
    },
    onError: (err) => log.warn({ err }, 'the requests that wait could not be rung for'),
  });
  const deskStream = createDeskStream({
    changes,
    sessionStates: signIn.sessions.states,
    rings: ringing.byPerson,
    now,
    mostPerPerson: config.streams.perPerson,
    onRead: (what) => metrics.deskLooks.inc({ what }),
    onError: (err) => log.warn({ err }, 'the open consoles could not be looked after'),
  });
  const agentRequests = createAgentRequests({
    storage,
    audit,
    delivery,
    keyed,
    config,
    now,
    onChange(requestId) {
      live.changed(requestId);
      ringing.wake();
    },
    count: (event) => metrics.agentRequests.inc({ event }),
    onError: (err) => log.warn({ err }, 'the requests could not be swept'),
  });
  const onHandled = ({ alert, channels, unsent }: Handled) => {
    const facts = { alertId: alert.id, kind: alert.kind, requestId: alert.request_id, channels };
    if (unsent) log.error({ ...facts, unsent }, 'an alert was sent to nobody');
    else log.warn(facts, 'an alert goes to the operator');
    metrics.alerts.inc({ kind: alert.kind, outcome: unsent ?? 'sent' });
  };
  const alerts = createAlerts({
    storage,
    delivery,
    config,
    now,
    onShift: peopleOnShift,
    onHandled,
    onError: (err) => log.warn({ err }, 'the alerts could not be looked after'),
  });
  const codes = createCodes({ storage, keyed, audit, now });
  const schedule = createSchedule({
    storage,
    audit,
    timeZone: brand.timeZone,
    policy: peoplePolicy,
    holdersOf,
    now,
    onError: (err) => log.warn({ err }, 'the schedule could not be applied'),
  });
  const dealerships = createDealerships({ storage, audit, now, endAccess });
  const firstHour = createFirstHour({
    storage,
    keyed,
    audit,
    delivery,
    config,
    now,
    sendTestMail,
    testMail: {
      subject: `A test mail from ${brand.name}`,
      text: `This mail was sent by hand, from the desk, to see whether ${brand.name} can send mail. It can.\n`,
    },
    dealerships: async () => {
      const withCode = await dealershipsWithCode(storage.db, now().toISOString());
      return (await dealerships.list())
        .filter(({ removed_at, closed_at }) => removed_at === null && closed_at === null)
        .map(({ id, name, sample_at }) => ({ name, sample: sample_at !== null, ownCode: withCode.has(id) }));
    },
    removeSamples: dealerships.removeSamples,
    peopleOnShift: () => peopleOnShift(storage.db),
    findPerson: (id) => findPersonById(storage.db, id),
    whyNobodyIsReached: () => whyNobodyIsReached(storage, config),
    coverage: schedule.coverage,
  });
  const settings = createSettings({
    storage,
    audit,
    now,
    whyNobodyIsReached: (db) => whyNobodyIsReached({ db }, config),
    sharedCodes: codes,
    lenders: brand.lenders,
    isTimeZone,
  });
  return {
    config,
    log,
    storage,
    forms,
    messageKinds,
    delivery,
    messages: createMessages({
      storage,
      outboxes: delivery.outboxes,
      audit,
      config,
      kinds: createMessageKinds({ storage, forms, now, ...hiddenLinks(config) }),
      wake: delivery.wake,
    }),
    portal,
    codes,
    codeLinks: createCodeLinks({ storage, keyed, audit, delivery, now, clockMs }),
    settings,
    firstHour,
    dealerships,
    shift: createShift({ storage, audit, now }),
    people: createPeople({ storage, audit, policy: peoplePolicy, accounts: signIn.accounts, now }),
    schedule,
    agentRequests,
    boards: createBoards({ storage, keyed, now }),
    calls: createCalls({ storage, audit, now }),
    exports: createExports({
      storage,
      audit,
      keyed,
      openSessionIds: signIn.openSessionIds,
      now,
      onError: (err) => log.warn({ err }, 'an export broke off'),
    }),
    figures: createFigures({
      storage,
      zone: brand.timeZone,
      now,
      onError: (err) => log.warn({ err }, 'a day of figures could not be kept'),
    }),
    alerts,
    audit,
    live,
    changes,
    presence,
    ringing,
    push,
    deskStream,
    signIn,
    pruning: createPruning({
      storage,
      prunables: [prunableRings, prunablePresence, ...prunableSignIn],
      now,
      onError: (err) => log.warn({ err }, 'what nobody needs any more could not be deleted'),
    }),
    keyed,
    leadDesk: createLeadDesk({ storage, forms, policy: leadPolicy, now }),
    leadWork: createLeadWorks({ storage, audit, policy: leadPolicy, now }),
    leadKeys: createLeadKeys({
      storage,
      forms,
      now,
      onError: (err) => log.warn({ err }, 'the keys of earlier leads could not be written'),
    }),
    leads: createLeads({
      storage,
      delivery,
      forms,
      smsConsent: brand.smsConsent,
      now,
      confirmationsPerRecipient: config.limits.confirmationsPerRecipient,
    }),
    limiters: createLimiters({
      limits: config.limits,
      pool: storage.pool,
      secretKey,
      clockMs,
      onError: (err) => log.warn({ err }, 'the shared counts of limits could not be used'),
    }),
    authenticators: {
      'portal-session': portalSessionAuthenticator(portal),
      'portal-request': portalRequestAuthenticator(portal, agentRequests),
      'agent-link': agentLinkAuthenticator(agentRequests),
      staff: staffAuthenticator({ sessions: signIn.sessions, cookies: signIn.cookies, may }),
    },
    metrics,
    siteDir,
    pages,
    now,
    mintId,
    lifecycle: { draining: false },
  };
}
