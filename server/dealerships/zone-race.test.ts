/** The time zone of a dealership is changed in its record and on its store sheet, at the same instant. */
import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { changeSheet, findSheet } from './service.ts';

const zones = ['America/Denver', 'America/Chicago', 'America/New_York'] as const;

eachEngineRounds((under) => {
  it('R1143 a time zone on the sheet of a dealership that was removed is refused, with all that was sent with it', async () => {
    const { context, desk, signInAs } = await startDesk(under);
    const { dealerships, storage } = context;
    const { cookie, personId: byId } = await signInAs('manager');
    const dealershipId = mintId();
    expect(
      (await desk('POST', '/api/desk/dealerships', { cookie, body: { id: dealershipId, name: 'Store' } })).status,
    ).toBe(201);
    const at = new Date('2026-11-21T21:06:00.000Z');
    const change = (version: number, patch: object) =>
      storage.transaction((trx) => changeSheet(trx, { dealershipId, version, patch, by: 'Dana', byId, at }));
    await dealerships.remove(byId, dealershipId);
    expect(await change(0, { timeZone: zones[0], docFee: '$499' })).toBe('invalid');
    expect(await findSheet(storage.db, dealershipId)).toMatchObject({ version: 0, fields: { docFee: { value: '' } } });
    expect(await change(0, { docFee: '$499' })).toBe('written');
  });

  it('R1008 of a time zone in the record and one on the sheet, both begun from what stood, one is written and the other is told', async () => {
    const { context, desk, signInAs } = await startDesk(under);
    const { dealerships, storage } = context;
    const { cookie, personId } = await signInAs('manager');
    const atOnce = createAtOnce(storage);
    await playRounds(12, ['record', 'sheet'], async (round) => {
      const dealershipId = mintId();
      const body = { id: dealershipId, name: `Store ${round}`, zone: zones[0] };
      expect((await desk('POST', '/api/desk/dealerships', { cookie, body })).status).toBe(201);
      const [record, sheet] = [
        await storage.db
          .selectFrom('dealerships')
          .select('version')
          .where('id', '=', dealershipId)
          .executeTakeFirstOrThrow(),
        await findSheet(storage.db, dealershipId),
      ];
      const at = new Date('2026-11-21T21:06:00.000Z');
      const who = { by: 'Dana', byId: personId, at };
      const [edited, written] = await atOnce([
        () => dealerships.edit(personId, { id: dealershipId, version: record.version }, { zone: zones[1] }),
        () =>
          storage.transaction((trx) =>
            changeSheet(trx, { dealershipId, version: sheet.version, patch: { timeZone: zones[2] }, ...who }),
          ),
      ]);
      const first = edited.kind === 'done' ? 'record' : 'sheet';
      expect([edited.kind, written]).toEqual(first === 'record' ? ['done', 'changed'] : ['changed', 'written']);
      const { timeZone } = (await findSheet(storage.db, dealershipId)).fields;
      expect(timeZone).toMatchObject(
        first === 'record' ? { value: zones[1], changedBy: null } : { value: zones[2], changedBy: 'Dana' },
      );
      return first;
    });
  });
});
