/**
 * The page of a code's link: what it shows, and the one press that makes the code. Opening the page asks what the link is for,
 * which changes nothing, so a mail scanner that runs the page changes nothing either.
 */
import type { Fetch } from '#client/lib/exchange.ts';
import { call } from '#client/lib/http.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import { createStore } from '#client/lib/store.ts';
import { codeLinkTimes } from '#contract/code-link.ts';
import type { CodeLinkView, MadeCode } from '#contract/code-link-endpoints.ts';

/**
 * - `opening`: the page looks at its link. `silent`: why it does not go on;
 * - `no link`: the page was opened without one. `shown`: this tab has shown a code before, which is not shown again;
 * - `dead`: the link does not work any more, or never did;
 * - `ready`: a press makes the code. `failed`: the last press has no answer yet, and the next one asks for the same code;
 * - `code`: the code, this once.
 */
export type CodePage =
  | { readonly status: 'opening'; readonly silent: Silent | false }
  | { readonly status: 'no link'; readonly shown: boolean }
  | { readonly status: 'dead' }
  | {
      readonly status: 'ready';
      readonly view: CodeLinkView;
      readonly pressing: boolean;
      readonly failed: Failed | undefined;
    }
  | { readonly status: 'code'; readonly made: MadeCode };

/**
 * Why the page of a link does not go on: no answer came, no answer came and this browser has pressed already, or too many links that
 * do not work were tried from this network.
 */
export type Silent = 'looked' | 'pressed' | 'too many';

/** Why a press has no answer: none came, or too many links that do not work were tried from this network. */
export type Failed = 'silent' | 'too many';

export interface CodePageEnv {
  readonly fetch: Fetch;
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** What this tab keeps: the link's token until its code was shown. */
  readonly tab: TextStorage;
  /** What this browser keeps: for each link the key of a press whose answer is not here yet, so that any tab can ask again. */
  readonly device: TextStorage;
  readonly random: Pick<Crypto, 'getRandomValues'>;
  readonly now: () => number;
  /** Loads what calls need, with the schema library. */
  readonly loadEndpoints: () => Promise<typeof import('#contract/code-link-endpoints.ts')>;
}

const tokenKey = 'boxline.code-link';
const shownMark = 'shown';
/** Every page of the site deletes what lies under it when its time is over (`forms/sending/lifetimes.ts`). */
const pressPrefix = 'boxline.code-press.';

/** Where the press of a link is kept. The beginning of a token names its link and opens nothing. */
const placeOf = (token: string): string => pressPrefix + token.slice(0, 12);

/** A press under way: its key, and when it was. */
interface Press {
  readonly version: number;
  readonly key: string;
  readonly savedAt: number;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export function createCodePage(env: CodePageEnv) {
  const store = createStore<CodePage>({ status: 'opening', silent: false });
  let token: string | undefined;
  let pressing: Promise<void> | undefined;
  /** How often the page was opened. */
  let opened = 0;

  /** The token of the address, or the kept one. It leaves the address, so that nobody reads it there or finds it in the history. */
  function takeToken(): string | undefined {
    const { location, history, tab } = env;
    const given = location.hash.slice(1);
    if (given === '') return tab.read(tokenKey);
    history.replaceState(history.state, '', location.pathname);
    tab.write(tokenKey, given);
    return given;
  }

  /** The press in a place of the device, while its code can still be asked for. */
  function pressIn(place: string): Press | undefined {
    const kept = Object(readJson(env.device.read(place))) as Partial<Press>;
    const isFresh =
      typeof kept.savedAt === 'number' && Math.abs(env.now() - kept.savedAt) < codeLinkTimes.askAgainForMs;
    return isFresh && typeof kept.key === 'string' ? (kept as Press) : undefined;
  }

  /**
   * The key of the press that this browser made for a link and has no answer to; a new one otherwise. It is kept before the press.
   *
   * @param isPress whether the person presses now, and not the page by itself
   */
  function keyFor(place: string, isPress: boolean): string {
    for (const other of env.device.keys(pressPrefix)) if (!pressIn(other)) env.device.remove(other);
    const kept = pressIn(place);
    if (kept && !isPress) return kept.key;
    const key = kept?.key ?? base64url(env.random.getRandomValues(new Uint8Array(32)));
    // The server gives the code again for as long from the press that made it, and that may be this one.
    env.device.write(place, JSON.stringify({ version: recordVersion, key, savedAt: env.now() } satisfies Press));
    return key;
  }

  const die = () => store.set({ status: 'dead' });

  async function make(given: string, isPress: boolean): Promise<void> {
    const { makeCodeFromLink } = await env.loadEndpoints();
    const place = placeOf(given);
    const key = keyFor(place, isPress);
    const result = await call(env.fetch, makeCodeFromLink, { body: { token: given, key } });
    const before = store.get();
    // An earlier one may be answered later: a code that is shown stays.
    if (before.status === 'code') return;
    if (result.kind === 'ok') {
      // What is looked at meanwhile comes too late.
      opened += 1;
      // The token opens nothing any more, and the key would show the code to whoever sits here next.
      env.tab.write(tokenKey, shownMark);
      env.device.remove(place);
      return store.set({ status: 'code', made: result.value });
    }
    if (result.kind === 'refused' && result.name === 'deadLink') {
      // Another tab may have pressed at the same instant with a key of its own.
      if (pressIn(place)?.key === key) env.device.remove(place);
      return die();
    }
    const failed = result.kind === 'refused' && result.name === 'tooManyTries' ? 'too many' : 'silent';
    if (before.status === 'ready') store.set({ ...before, pressing: false, failed });
    else store.set({ status: 'opening', silent: failed === 'silent' ? 'pressed' : failed });
  }

  const silentFor = (given: string): Silent => (pressIn(placeOf(given)) ? 'pressed' : 'looked');

  async function look(given: string, isLatest: () => boolean): Promise<void> {
    const { viewCodeLink } = await env.loadEndpoints();
    const result = await call(env.fetch, viewCodeLink, { body: { token: given } });
    // The page was opened once more meanwhile, and may show the code by now.
    if (!isLatest()) return;
    if (result.kind === 'ok') {
      return store.set({ status: 'ready', view: result.value, pressing: false, failed: undefined });
    }
    const refusal = result.kind === 'refused' ? result.name : undefined;
    if (refusal === undefined) return store.set({ status: 'opening', silent: silentFor(given) });
    // The press of this browser used the link up, and its answer was lost: it asks for the same code, also from a network that waits.
    if (pressIn(placeOf(given))) return make(given, false);
    if (refusal === 'deadLink') return die();
    store.set({ status: 'opening', silent: refusal === 'tooManyTries' ? 'too many' : 'looked' });
  }

  return {
    store,

    /** Opens the link of the address, or looks at it again. */
    async open(): Promise<void> {
      token = takeToken();
      if (token === undefined || token === shownMark) {
        return store.set({ status: 'no link', shown: token === shownMark });
      }
      const given = token;
      const mine = ++opened;
      const isLatest = () => mine === opened;
      store.set({ status: 'opening', silent: false });
      await look(given, isLatest).catch(() => {
        if (isLatest()) store.set({ status: 'opening', silent: silentFor(given) });
      });
    },

    /** Makes the code. A second press while the first one is under way is the same press. */
    press(): Promise<void> {
      const page = store.get();
      const given = token;
      if (page.status !== 'ready' || given === undefined) return pressing ?? Promise.resolve();
      pressing ??= (async () => {
        store.set({ ...page, pressing: true, failed: undefined });
        try {
          await make(given, true);
        } catch {
          if (store.get().status !== 'code') store.set({ ...page, pressing: false, failed: 'silent' });
        }
      })().finally(() => {
        pressing = undefined;
      });
      return pressing;
    },

    /** The document is left: a browser may keep it whole and show it to somebody else. */
    leave(): void {
      if (store.get().status === 'code') store.set({ status: 'no link', shown: true });
    },
  };
}
