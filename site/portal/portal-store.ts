/**
 * The dealer portal of this document: one store with everything that the portal shows, and the actions that change it. The
 * store owns the session with its token and expiry. A session ends at the server when the portal is locked.
 */
import { createServerClock } from '#client/lib/clock.ts';
import { createStore } from '#client/lib/store.ts';
import { createCodeTries } from './access/submit-code.ts';
import { createApi } from './api.ts';
import { createBusySessions } from './busy-sessions.ts';
import type { PortalEnv } from './env.ts';
import type { AgentRequestInput, CreateOutcome, createRequestSender } from './request/create-request.ts';
import { createCurrentRequest } from './request/current-request.ts';
import { createLeft } from './request/left-request.ts';
import {
  type AccessFormState,
  emptyDraft,
  initialState,
  isFollowed,
  type LockReason,
  type PortalAccess,
  type PortalState,
  type TypedAnydesk,
} from './state.ts';
import type { ViewToken } from './view-token.ts';

/** The result of a request. `left`: the portal was left meanwhile, and the store's `leftRequest` has the result. */
type RequestOutcome = CreateOutcome | { readonly kind: 'left' };

/** How often the portal checks whether the computer slept or its clock was set. */
const checkClockEveryMs = 2000;
const checksAMinute = 30;
/** The longest wait before the session's expiry is computed again. A response may correct the clock meanwhile. In milliseconds. */
const checkExpiryEveryMs = 60_000;

/** Why the portal is locked when the server no longer accepts its session, by the answer that said so, if one is known. */
const reasonOf = (answer: unknown): LockReason =>
  (Object(answer) as { name?: string }).name === 'codeEnded' ? 'code ended' : 'session ended';

/** The code of the open portal, as far as the store needs it. */
export interface PortalCode {
  readonly createRequestSender: typeof createRequestSender;
}

export function createPortal(env: PortalEnv) {
  const store = createStore<PortalState>(initialState);
  const draft = createStore(emptyDraft);
  const typedAnydesk = createStore<Readonly<Record<string, TypedAnydesk>>>({});
  const arrivedLate = createStore<AgentRequestInput | undefined>(undefined);
  /** The dealership of the session in which the draft was typed; null for a session of a shared code. */
  let draftOf: string | null = null;
  const clock = createServerClock(env.clocks);
  const api = createApi({ fetch: env.fetch, clocks: env.clocks, clock, loadEndpoints: env.loadEndpoints });
  /** The request that was created last, when its view token came with the answer. */
  let createdToken: ViewToken | undefined;
  /** Sends requests. Its code is loaded with that of the open portal. */
  let sender: ReturnType<typeof createRequestSender> | undefined;
  const busySessions = createBusySessions(api.endSession);
  /** How many requests are being sent, or were sent by a session that was left meanwhile and are not settled yet. */
  let sending = 0;

  const sessionToken = (): string | undefined => {
    const now = store.get();
    return now.status === 'open' ? now.session.token : undefined;
  };

  const current = createCurrentRequest({
    env,
    api,
    clock,
    get: store.get,
    set(seen) {
      store.set({ ...store.get(), ...seen });
      // The form stayed closed for requests that are gone now.
      if (shownForm()?.reason && store.get().request.status === 'none' && followsNone()) openAccessForm();
    },
    sessionToken,
    isAwaited: (token) => sender?.isAwaited(token) ?? false,
    onNamed: (found) => {
      const late = sender?.noteFound(found);
      if (late) arrivedLate.set(late);
    },
    onSessionEnded: (answer) => lock(reasonOf(answer)),
  });

  const followsNone = () => current.viewTokens().length === 0;

  const left = createLeft({
    env,
    get: store.get,
    set: (told) => store.set({ ...store.get(), ...told }),
    sender: () => sender,
    adopt: current.adopt,
  });

  /** Opens or locks the portal. The known requests stay. */
  function setAccess(next: PortalAccess): void {
    const { request, beside, outOfSight, leftRequest } = store.get();
    store.set({ ...next, request, beside, outOfSight, leftRequest });
  }

  const setForm = (form: AccessFormState) => setAccess({ status: 'locked', form });

  /** The access form; undefined while the portal is open. */
  const shownForm = (): AccessFormState | undefined => {
    const now = store.get();
    return now.status === 'locked' ? now.form : undefined;
  };

  /** Says so when the session ended because its code has. The portal is locked first, because the answer may not come. */
  async function tellCodeEnded(token: string): Promise<void> {
    const result = await api.view(token);
    const form = shownForm();
    if (reasonOf(result) === 'code ended' && form?.reason) setForm({ ...form, reason: 'code ended' });
  }

  /**
   * Locks the portal and closes the access form.
   *
   * @param reason why the portal locks itself. The access form opens and says so, unless the page follows a request: then the page
   * says it, and the form does not cover the card
   */
  function lock(reason?: LockReason): void {
    codeTries.end();
    const token = sessionToken();
    // A session that ended by itself need not be ended at the server.
    if (token !== undefined && reason === undefined) busySessions.end(token);
    if (token !== undefined && reason === 'session ended') void tellCodeEnded(token);
    // When the session ended by itself, perhaps while somebody typed, the draft stays for the next session.
    if (reason === undefined) draft.set(emptyDraft);
    const opens = reason === 'failed request' || (reason && !isFollowed(store.get().request) && followsNone());
    setForm({ status: opens ? 'ready' : 'closed', reason });
    if (token !== undefined) current.onLocked();
  }

  /**
   * Locks the portal because the person locked or left it. Requests without a known result are forgotten, and looked for once more. While a
   * request is being sent they are all remembered, because it may fail and be sent again.
   */
  function lockForPerson(): void {
    const token = sessionToken();
    left.noteShown();
    const unheard = sending > 0 ? [] : left.forgetUnheard();
    const isUnheard = token !== undefined && unheard.length > 0;
    if (isUnheard) busySessions.hold(token);
    lock();
    if (isUnheard) void left.settle(token, 'failed', 'failed', unheard).then(() => busySessions.release(token));
  }

  /** Locks the portal when the session expires by the server's clock, even without any call to the server (R60). */
  async function lockAtExpiry(signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = store.get();
      if (signal.aborted || now.status !== 'open') return;
      const leftMs = Date.parse(now.session.expiresAt) - clock.now();
      if (leftMs <= 0) return lock('session ended');
      await env.sleep(Math.min(leftMs, checkExpiryEveryMs), signal);
    }
  }

  const codeTries = createCodeTries({
    env,
    api,
    get: store.get,
    setForm: (form) => setForm({ ...form, reason: shownForm()?.reason }),
    viewTokens: current.viewTokens,
    onRight(session, signal) {
      const dealershipId = session.dealership?.id ?? null;
      if (dealershipId !== draftOf) draft.set(emptyDraft);
      draftOf = dealershipId;
      setAccess({ status: 'open', session });
      current.onOpened(session.token);
      void lockAtExpiry(signal);
    },
  });

  /** Asks the server whether the session is still valid, whether Text Agent is on, and for a request when none is followed. */
  async function refreshSession(): Promise<void> {
    const token = sessionToken();
    if (token === undefined) return;
    const result = await api.view(token);
    const now = store.get();
    if (now.status !== 'open' || now.session.token !== token) return;
    if (result.kind === 'ok') {
      store.set({ ...now, session: { ...now.session, ...result.value } });
      // A colleague may have asked meanwhile on another device, or the desk may have opened an ended request again.
      if (!isFollowed(now.request)) current.onOpened(token);
    } else if (result.kind === 'refused' && result.status === 401) lock(reasonOf(result));
  }

  /** Forgets the cards when their page is left, so that the next person there sees nothing of them. */
  function leaveCards(): void {
    typedAnydesk.set({});
    current.onLeft();
  }

  /** Opens the access form, if it is closed. */
  function openAccessForm(): void {
    const form = shownForm();
    if (form?.status === 'closed') setForm({ ...form, status: 'ready' });
  }

  return {
    store,
    draft,
    /** The AnyDesk addresses that are being typed, by request. They survive when their part of the page disappears for a while. */
    typedAnydesk,
    /** The answers of the last request that was told as failed and has arrived after all. */
    arrivedLate,
    /** Keeps the address that is being typed for a request. Undefined forgets it. */
    typeAnydesk(id: string, typed: TypedAnydesk | undefined): void {
      const { [id]: _, ...others } = typedAnydesk.get();
      typedAnydesk.set(typed ? { ...others, [id]: typed } : others);
    },
    clock,
    /** Locks the portal: for the person or, with a reason, because it locks itself. */
    lock: (reason?: LockReason): void => (reason ? lock(reason) : lockForPerson()),
    refreshSession,
    openAccessForm,
    /** Loads the code for the check, while the person types. */
    prepare: api.prepare,
    /** Tries a code, as `createCodeTries` says. `loadScreen` loads the code of the open portal. */
    submitCode: (read: () => string, loadScreen: () => Promise<PortalCode>): Promise<boolean> =>
      codeTries.submit(read, async () => {
        const loaded = await loadScreen();
        sender ??= loaded.createRequestSender({ env, api, clock });
        await sender.leaveOthers();
      }),
    /** Call it when the portal is shown. The current request comes back without a code; if there is none, the access form opens. */
    enterPage(): void {
      if (store.get().status === 'open') return;
      current.onLocked();
      if (current.viewTokens().length === 0) openAccessForm();
    },
    /** Call it when the portal's page is left for another page of the site. */
    leavePage(): void {
      lockForPerson();
      leaveCards();
    },
    /**
     * Call it when the document is left. Nothing can wait for a result then, so every session ends at once. It may be a reload by the
     * same person, so requests without a known result are remembered.
     */
    leaveDocument(): void {
      lock();
      busySessions.releaseAll();
      leaveCards();
    },
    /** Call it when the portal closes over another page of the site: no session stays open there, and no request is followed. */
    closeOverPage(): void {
      if (store.get().status === 'open') lock();
      leaveCards();
    },
    /**
     * Creates an agent request. Its session stays open at the server until the result is here and the tab has the request's own
     * view token, even if the portal is locked meanwhile (S4.8).
     */
    async createRequest(input: AgentRequestInput): Promise<RequestOutcome> {
      const token = sessionToken();
      if (token === undefined || !sender) return { kind: 'locked' };
      busySessions.hold(token);
      sending += 1;
      try {
        const outcome = await sender.ask(token, input);
        // Keep it before anything else is asked: the page may be left at any time.
        createdToken = outcome.kind === 'sent' ? outcome.view : undefined;
        if (createdToken) current.keepCreated(createdToken, token);
        if (sessionToken() === token) {
          // What the person was told about earlier requests is settled when they have asked again.
          if (outcome.kind === 'sent') store.set({ ...store.get(), outOfSight: [] });
          // The request may have arrived although no answer came. Then its card is shown.
          const mayBeThere = outcome.kind === 'failed' && !env.foreignFunction();
          if (mayBeThere) current.onOpened(token);
          return outcome;
        }
        await left.settle(token, outcome.kind);
        return { kind: 'left' };
      } finally {
        sending -= 1;
        busySessions.release(token);
      }
    },
    /** Call it when the person was told that requests are under way and asks for another one beside them. */
    askBeside: left.noteShown,
    /** Finds and shows the request that was just created. */
    showNewRequest(): void {
      const token = sessionToken();
      if (token !== undefined) current.onCreated(token, createdToken?.id);
    },
    /** Tells on every page that the request was sent, because the portal went away before the person had read it. */
    tellSent(): void {
      store.set({ ...store.get(), leftRequest: 'sent' });
      env.onNotice();
    },
    /** Call it when the person has read the result of a request whose portal was left. */
    dismissLeftRequest: (): void => store.set({ ...store.get(), leftRequest: 'none' }),
    /** The view token of the request on the card, or of the one that comes there next. */
    viewToken: () => current.viewTokens()[0],
    giveAnydesk: current.giveAnydesk,
    wasCancelledHere: current.wasCancelledHere,
    cancelRequest: current.cancel,
    takeBackCancel: current.takeBackCancel,
    dismissRequest: current.dismiss,
    showRequest: current.showOther,
    reconnect: current.reconnect,
    renew: current.renew,
    /** Asks the server for the current state whenever the clock is doubtful (R60), and once a minute, until the signal is aborted. */
    async keepTime(signal: AbortSignal): Promise<void> {
      for (let checks = 1; !signal.aborted; checks += 1) {
        if (clock.isDoubtful()) await Promise.all([refreshSession(), current.refresh()]);
        // The desk may have renamed the dealership, or gone off shift.
        else if (checks % checksAMinute === 0) await refreshSession();
        await env.sleep(checkClockEveryMs, signal);
      }
    },
  };
}
