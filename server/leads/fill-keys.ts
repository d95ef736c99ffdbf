import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Storage } from '#server/database/open.ts';
import { createRepeater } from '#server/repeat.ts';
import { keysOf } from './keys.ts';
import { leadsWithoutKeys } from './store-desk.ts';
import { markKeyed, putKeys } from './store-work.ts';

export interface LeadKeysOptions {
  readonly storage: Storage;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

const sliceRows = 100;
const everyMs = 60_000;

export type LeadKeys = ReturnType<typeof createLeadKeys>;

/** Writes the keys of leads that came before there were keys, in the background and in slices. */
export function createLeadKeys({ storage, forms, now, onError }: LeadKeysOptions) {
  /** How many leads got their keys. */
  const fillSlice = (): Promise<number> =>
    storage.transaction(async (trx) => {
      const leads = await storage.dialect.skipLocked(leadsWithoutKeys(trx, sliceRows)).execute();
      for (const { id, kind, answers } of leads) {
        await putKeys(trx, id, keysOf(forms[kind], JSON.parse(answers) as Answers));
        await markKeyed(trx, id, now().toISOString());
      }
      return leads.length;
    });

  async function fill(): Promise<void> {
    while ((await fillSlice()) === sliceRows);
  }

  const repeater = createRepeater({ everyMs, atOnce: true, work: fill, onError });
  return { fill, start: repeater.start, stop: repeater.stop };
}
