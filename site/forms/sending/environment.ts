/** Everything outside of itself that sending depends on, as parameters, and their values in a browser. */
import { lists } from '#brand/lists.ts';
import { deviceStorage, type TextStorage, tabStorage } from '#client/lib/storage.ts';
import type { LeadKind } from '#contract/pages.ts';
import { runAfter } from './backoff.ts';
import { type Post, postLead, prepareToPost } from './post-lead.ts';

export interface Environment {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since the page began, by a clock that cannot be set. */
  readonly clockMs: () => number;
  /** From 0 to 1; spreads the retries of many pages. */
  readonly spread: () => number;
  /** The storage that all tabs of this browser share. */
  readonly device: TextStorage;
  /** The storage of this tab alone. It survives a reload. */
  readonly tab: TextStorage;
  readonly post: Post;
  /** Fetches ahead of time what `post` needs. */
  readonly prepare: (kind: LeadKind) => Promise<void>;
  /** Fetches the code that sends, once. Rejects when its file cannot be fetched; the next call tries again. */
  readonly loadSender: () => Promise<typeof import('./sender.ts')>;
  /** Whether the server has a submission. Rejects when it does not answer. */
  readonly askReceived: (submissionId: string) => Promise<boolean | undefined>;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /** The window: `online`, `pagehide`, `storage` and `visibilitychange` arrive here. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly after: typeof runAfter;
  /** Absent on plain http. A browser that refuses its storage may refuse these too. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** The version of the consent's wording that the form shows. */
  readonly smsConsentVersion: string;
}

let shared: Environment | undefined;

/** The environment of this browser. There is one for the whole page, so that data held in memory exists once. */
export function browserEnvironment(): Environment {
  shared ??= {
    now: () => Date.now(),
    clockMs: () => performance.now(),
    spread: () => Math.random(),
    device: deviceStorage,
    tab: tabStorage,
    post: postLead,
    prepare: prepareToPost,
    // Loaded only when something is typed or waits to be sent.
    loadSender: () => import('./sender.ts'),
    // Loaded only when a page finds a send without an answer.
    askReceived: (id) => import('./ask-received.ts').then((file) => file.askReceived(id)),
    isOnline: () => navigator.onLine,
    isVisible: () => document.visibilityState === 'visible',
    events: window,
    after: runAfter,
    locks: navigator.locks,
    smsConsentVersion: lists.smsConsent.version,
  };
  return shared;
}
