/** The operator's parts: the first hour, settings, figures, exports and pruning. */
import { brand } from '#brand/brand.ts';
import { lists } from '#brand/lists.ts';
import { dealershipsWithCode } from '../access/service.ts';
import { isTimeZone } from '../dealerships/service.ts';
import { createErasureKeeper } from '../erasure/service.ts';
import { createExports, prunableTickets } from '../exports/service.ts';
import { createFigures } from '../figures/service.ts';
import { createFirstHour } from '../first-hour/service.ts';
import { prunableUpSpans } from '../measured/service.ts';
import { lockPeople, whyNobodyIsReached } from '../people/service.ts';
import { prunablePresence } from '../presence/service.ts';
import { createPruning } from '../pruning.ts';
import { prunableRings } from '../ringing/service.ts';
import { createSettings } from '../settings/service.ts';
import { prunableSignIn } from '../sign-in/service.ts';
import { prunableWebhooks } from '../webhooks/service.ts';
import type { Base } from './base.ts';
import type { Dealers } from './dealers.ts';
import { createPersonRequests } from './erasure.ts';
import type { Sending } from './sending.ts';
import type { Staff } from './staff.ts';

export function createOperation(base: Base, { audit, delivery }: Sending, dealers: Dealers, staff: Staff) {
  const { config, log, warn, storage, forms, now, answering, environment } = base;
  const { codes, dealerships } = dealers;
  const erasure = createPersonRequests({
    ...environment,
    audit,
    forms,
    file: config.erasuresFile,
    onError: warn('the database could not be written anew; the next night tries again'),
    onUnnoted: warn('the file of erasures could not be written after an erasure; the next hour tries again'),
  });
  return {
    firstHour: createFirstHour({
      ...environment,
      audit,
      delivery,
      config,
      dealerships: async () => {
        const withCode = await dealershipsWithCode(storage.db, now().toISOString());
        return (await dealerships.list())
          .filter(({ removed_at, closed_at }) => removed_at === null && closed_at === null)
          .map(({ id, name, sample_at }) => ({ name, sample: sample_at !== null, ownCode: withCode.has(id) }));
      },
      removeSamples: dealerships.removeSamples,
      coverage: staff.schedule.coverage,
    }),
    settings: createSettings({
      ...environment,
      audit,
      whyNobodyIsReached: (db) => whyNobodyIsReached({ db }, config),
      lockShifts: lockPeople,
      sharedCodes: codes,
      lenders: lists.lenders,
      isTimeZone,
    }),
    figures: createFigures({
      ...environment,
      zone: brand.timeZone,
      onError: warn('a day of figures could not be kept'),
    }),
    erasure,
    erasureKeeper: createErasureKeeper({
      erasure,
      onAgain: (count) =>
        log.error(
          { count },
          'the database had lost erasures, which were made again; it may have lost other changes too',
        ),
      onError: warn('the file of erasures and the database could not be compared'),
    }),
    exports: createExports({
      ...environment,
      audit,
      openSessionIds: staff.signIn.openSessionIds,
      giveWay: () => answering.giveWay(),
      onError: warn('an export broke off'),
    }),
    pruning: createPruning({
      ...environment,
      prunables: [
        prunableTickets,
        prunableRings,
        prunablePresence,
        prunableUpSpans,
        ...prunableSignIn,
        ...prunableWebhooks,
      ],
      onError: warn('what nobody needs any more could not be deleted'),
    }),
  };
}

export type Operation = Readonly<ReturnType<typeof createOperation>>;
