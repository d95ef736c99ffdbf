/**
 * The page of a link to an access code: its state, and the one press that makes the code. Opening the page only asks what the link
 * is for. That changes nothing, so a mail scanner that opens the page changes nothing either.
 */
import type { Fetch } from '#client/lib/exchange.ts';
import { call } from '#client/lib/http.ts';
import { readJson, recordVersion, type TextStorage } from '#client/lib/storage.ts';
import { createStore } from '#client/lib/store.ts';
import { codeLinkTimes } from '#contract/code-link.ts';
import type { CodeLinkView, MadeCode } from '#contract/code-link-endpoints.ts';
import { type LinkEnv, takeToken } from '../navigation/link-token.ts';

/**
 * - `opening`: the page looks its link up. `silent`: why it got no further, or false;
 * - `no link`: the page was opened without a link. `shown`: this tab has shown a code before, and does not show it again;
 * - `dead`: the link does not work any more, or never did;
 * - `ready`: a press makes the code;
 * - `code`: the code, which is shown once.
 */
export type CodePage =
  | { readonly status: 'opening'; readonly silent: Silent | false }
  | { readonly status: 'no link'; readonly shown: boolean }
  | { readonly status: 'dead' }
  | { readonly status: 'ready'; readonly view: CodeLinkView; readonly press: PressState }
  | { readonly status: 'code'; readonly made: MadeCode };

/**
 * Why the page got no further: `looked`, no answer came; `pressed`, no answer came, and this browser has pressed already; `too
 * many`, too many dead links were tried from this network.
 */
export type Silent = 'looked' | 'pressed' | 'too many';

/**
 * The last press: `sending`, it is under way; `silent`, no answer came, and the next press asks for the same code; `too many`, too
 * many dead links were tried from this network.
 */
type PressState = 'none' | 'sending' | 'silent' | 'too many';

export interface CodePageEnv extends LinkEnv {
  readonly fetch: Fetch;
  /**
   * The storage of this browser. It keeps, for each link, the key of a press that has no answer yet, so that any tab can ask again.
   */
  readonly device: TextStorage;
  readonly random: Pick<Crypto, 'getRandomValues'>;
  readonly now: () => number;
  /** Loads the endpoints, and with them the schema library. */
  readonly loadEndpoints: () => Promise<typeof import('#contract/code-link-endpoints.ts')>;
}

const tokenKey = 'boxline.code-link';
const shownMark = 'shown';
/** Begins the keys of kept presses. Every page of the site deletes those that are too old (`forms/sending/lifetimes.ts`). */
const pressPrefix = 'boxline.code-press.';

/** The storage key of a link's press. It contains the beginning of the token, which names the link but cannot open it. */
const placeOf = (token: string): string => pressPrefix + token.slice(0, 12);

/** A press without an answer: its key and its time. */
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

  /** The press that is kept under a key. */
  function pressIn(place: string): Press | undefined {
    const kept = Object(readJson(env.device.read(place))) as Partial<Press>;
    return typeof kept.savedAt === 'number' && typeof kept.key === 'string' ? (kept as Press) : undefined;
  }

  /** Deletes the presses on other links whose codes cannot be asked for any more. */
  function deleteOthers(place: string): void {
    for (const other of env.device.keys(pressPrefix)) {
      const savedAt = pressIn(other)?.savedAt ?? 0;
      if (other !== place && Math.abs(env.now() - savedAt) >= codeLinkTimes.askAgainForMs) env.device.remove(other);
    }
  }

  /**
   * The key of this browser's press on a link that has no answer yet; otherwise a new key. The key is kept before the press is
   * sent. Whether it is too late for its code is decided by the server, because the browser's clock may be set meanwhile.
   *
   * @param isPress whether the person presses now, and not the page by itself
   */
  function keyFor(place: string, isPress: boolean): string {
    deleteOthers(place);
    const kept = pressIn(place);
    if (kept && !isPress) return kept.key;
    const key = kept?.key ?? base64url(env.random.getRandomValues(new Uint8Array(32)));
    // The server repeats the code for a limited time after the press that made it. That press may be this one, so the time starts
    // again.
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
    // The answer to an earlier press may come later. A code that is shown stays.
    if (before.status === 'code') return;
    if (result.kind === 'ok') {
      // Makes the answer to an open look-up too late.
      opened += 1;
      // The token opens nothing any more, and the key could show the code to the next person at this browser.
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
    if (before.status === 'ready') store.set({ ...before, press: failed });
    else store.set({ status: 'opening', silent: failed === 'silent' ? 'pressed' : failed });
  }

  const silentFor = (given: string): Silent => (pressIn(placeOf(given)) ? 'pressed' : 'looked');

  async function look(given: string, isLatest: () => boolean): Promise<void> {
    const { viewCodeLink } = await env.loadEndpoints();
    const result = await call(env.fetch, viewCodeLink, { body: { token: given } });
    // The page was opened again meanwhile, and may already show the code.
    if (!isLatest()) return;
    if (result.kind === 'ok') {
      return store.set({ status: 'ready', view: result.value, press: 'none' });
    }
    const refusal = result.kind === 'refused' ? result.name : undefined;
    if (refusal === undefined) return store.set({ status: 'opening', silent: silentFor(given) });
    // This browser's press used the link up, and its answer was lost. Ask for the same code again, also when the network has to
    // wait (`too many`).
    if (pressIn(placeOf(given))) return make(given, false);
    if (refusal === 'deadLink') return die();
    store.set({ status: 'opening', silent: refusal === 'tooManyTries' ? 'too many' : 'looked' });
  }

  return {
    store,

    /** Opens the link of the address, or looks at it again. */
    async open(): Promise<void> {
      token = takeToken(tokenKey, env);
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

    /** Makes the code. A second press while the first is under way gets the same promise. */
    press(): Promise<void> {
      const page = store.get();
      const given = token;
      if (page.status !== 'ready' || given === undefined) return pressing ?? Promise.resolve();
      pressing ??= (async () => {
        store.set({ ...page, press: 'sending' });
        try {
          await make(given, true);
        } catch {
          if (store.get().status !== 'code') store.set({ ...page, press: 'silent' });
        }
      })().finally(() => {
        pressing = undefined;
      });
      return pressing;
    },

    /** Call it when the document is left: the browser may keep the page and show it to others, so the code is taken off it. */
    leave(): void {
      if (store.get().status === 'code') store.set({ status: 'no link', shown: true });
    },
  };
}
