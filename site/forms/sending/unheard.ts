/**
 * Sends whose answer reached no page, because their page was left or died first. The next page of the site asks the server whether
 * it has them (`ask-unheard.ts`), and tells the person.
 */
import { listen } from '#client/lib/listen.ts';
import { createStore } from '#client/lib/store.ts';
import type { LeadKind } from '#contract/pages.ts';
import { referenceOf } from '#contract/reference.ts';
import { browserEnvironment, type Environment } from './environment.ts';
import { unheardPrefix } from './lifetimes.ts';
import { type Identity, isChange, readRecord, type UnheardRecord, unheardRecord, writeRecord } from './records.ts';

/**
 * What is known about a send without an answer:
 * - `asking`: the server is being asked;
 * - `received`: the server has it;
 * - `missing`: the server does not have it, and the answers are the draft of the form again;
 * - `unknown`: the answers went to another provider, which cannot be asked, or the server has not answered for long.
 */
export interface UnheardLead {
  readonly kind: LeadKind;
  readonly reference: string;
  /** It changes what was sent before. */
  readonly isChange: boolean;
  readonly state: 'asking' | 'received' | 'missing' | 'unknown';
}

/**
 * When a page is left, the browser cuts its requests off, perhaps before the page gets `pagehide`. So a failed send is forgotten
 * only after this time. In milliseconds.
 */
const leavingMs = 1_000;

export type Unheard = ReturnType<typeof createUnheard>;

export function createUnheard(environment: Environment) {
  const { device, now, events, after } = environment;
  /** The sends that this page waits for. */
  const own = new Map<string, { forget?: () => void }>();
  const told = createStore<readonly UnheardLead[]>([]);

  const keyOf = (root: string) => unheardPrefix + root;
  const read = (key: string) => readRecord(device, key, unheardRecord);

  function tell({ kind, id, root }: UnheardRecord, state: UnheardLead['state']): void {
    const reference = referenceOf(root);
    const lead = { kind, reference, isChange: isChange({ id, root }), state };
    told.set([...told.get().filter((one) => one.reference !== reference), lead]);
  }

  function forget({ kind, reference }: Partial<Pick<UnheardLead, 'kind' | 'reference'>>): void {
    const isOther = (lead: UnheardLead) =>
      (kind ?? lead.kind) !== lead.kind || (reference ?? lead.reference) !== lead.reference;
    told.set(told.get().filter(isOther));
  }

  function leave(): void {
    for (const root of own.keys()) {
      const record = read(keyOf(root));
      if (record) writeRecord(device, keyOf(root), { ...record, left: true });
    }
  }
  listen(events, { pagehide: leave });

  function heard(root: string): void {
    own.get(root)?.forget?.();
    own.delete(root);
    device.remove(keyOf(root));
  }

  return {
    /** A page begins to wait for an answer, until `until` at most (milliseconds since 1970). `left`: its page is gone. */
    begin(kind: LeadKind, { id, root }: Identity, until: number, left = false): void {
      own.get(root)?.forget?.();
      if (!left) own.set(root, {});
      writeRecord(device, keyOf(root), { version: 1, id, root, kind, postedAt: now(), until, left });
    },
    /** The answer has come, so nothing is to be asked or told. */
    heard,
    /** No answer will come. The page itself says so, unless the request failed because the page is being left. */
    failed(root: string): void {
      own.set(root, { forget: after(leavingMs, () => heard(root)) });
    },
    /** What the note has to tell. */
    leads: told,
    /** Forgets what there is to tell: the person has read it, or sends the form again. */
    forget,
    /** Whether this page waits for the answer to a send of this lead. */
    isOwn: (root: string): boolean => own.has(root),
    tell,
  };
}

let shared: Unheard | undefined;

/** The unanswered sends, as this page knows them. */
export function sharedUnheard(): Unheard {
  shared ??= createUnheard(browserEnvironment());
  return shared;
}
