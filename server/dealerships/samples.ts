/** The brand's dealerships: samples for a database that has never had a dealership. */
import { brand } from '#brand/brand.ts';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import { type Day, dayAt } from '#server/calendar.ts';
import { dialectOf } from '#server/database/open.ts';
import { nameKeyOf } from './name.ts';
import type { DealershipsOptions } from './options.ts';
import { writeSearchable } from './searchable.ts';
import { hasDealerships, insertDealerships } from './store.ts';

interface SampleOptions extends Pick<DealershipsOptions, 'storage' | 'now'> {
  /** The operator's time zone. */
  readonly zone?: string;
}

/** The day in the operator's zone or in UTC, whichever is earlier: no agreement begins tomorrow, and each has begun by now. */
function agreementDay(at: Date, zone: string): Day {
  const [earlier = ''] = [dayAt(at, zone), dayAt(at, 'UTC')].toSorted();
  return earlier;
}

/** Stores the brand's dealerships as samples, in a database that has never had one. Several servers may start at the same time. */
export const storeSamples = ({ storage, now, zone = brand.timeZone }: SampleOptions): Promise<void> =>
  storage.transaction(async (trx) => {
    await dialectOf(trx).lock(trx, ['sample dealerships']);
    if (await hasDealerships(trx)) return;
    const startedAt = now();
    const at = startedAt.toISOString();
    const rows = sampleDealerships.map(({ name, phone }) => ({
      id: mintId(),
      name,
      name_key: nameKeyOf(name),
      phone: phone || null,
      created_at: at,
      sample_at: at,
      // Nobody signs an agreement with a sample, but its codes are how the portal is tried out, and a code needs an agreement.
      agreement_date: agreementDay(startedAt, zone),
    }));
    if (rows.length > 0) await insertDealerships(trx, rows);
    for (const { id } of rows) await writeSearchable(trx, id);
  });
