/** Tests `npm run requests` with deals, hand-offs and calls that the desk wrote. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { runScript as run, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { dealer } from '../tests/support/portal.ts';
import { staffOf } from '../tests/support/staff.ts';

/** The rows of a CSV, each by its columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\ufeff', '').trimEnd().split('\r\n');
  const cellsOf = (row: string) => row.slice(1, -1).split('","');
  return lines.map((line) => Object.fromEntries(cellsOf(head).map((name, at) => [name, cellsOf(line)[at] ?? ''])));
}

eachEngine((under) => {
  test('R151 npm run requests shows the deal, the hand-offs and the calls, as text, as CSV and as JSON', async () => {
    const { portal, env } = await startPortalWithEnv(under);
    const { context } = portal;
    const { db } = context.storage;
    const id = await portal.ask(await portal.sessionFor(portal.shared.code));
    await portal.agent((await portal.linksOf(id))['Marlow Finch'] ?? '', 'accept');
    const at = '2026-11-21T21:20:00.000Z';
    const deal = {
      dms_deal_number: 'D-204',
      stock_number: null,
      lender: 'Harbor Bank',
      vehicle: 'used',
      minutes: 31,
    } as const;
    const kept = { request_id: id, version: 1, not_billed_reason: null, changed_at: at, products: '["vsc","gap"]' };
    await db
      .insertInto('request_deals')
      .values({ ...kept, ...deal })
      .execute();
    const handOff = {
      from_name: 'Marlow Finch',
      to_name: 'Rowan Ames',
      at,
      stage: 'connected',
      lender: 'Harbor Bank',
    } as const;
    const told = { products: '[]', open_stipulations: 'Proof of income', promised: '' };
    await db
      .insertInto('request_hand_offs')
      .values({ id: mintId(), request_id: id, ...handOff, ...told })
      .execute();
    await db
      .insertInto('request_events')
      .values({ request_id: id, kind: 'handed-off', at, detail: 'Marlow Finch to Rowan Ames' })
      .execute();
    const [dealership] = await context.dealerships.list();
    const lee = await staffOf(context).addPerson('agent', { name: 'Lee Marsh' });
    const call = {
      id: mintId(),
      dealershipId: dealership?.id ?? '',
      requestType: 'active_deal',
      note: 'Asked for a rate',
    } as const;
    const logged = await context.calls.log(
      { ...call, disposition: 'approved_not_signed', minutes: 7 },
      { personId: lee.id, name: lee.name },
    );
    expect(logged.outcome).toBe('logged');

    const { out } = await run('requests', env);
    expect(out).toContain('  deal: DMS deal D-204; lender Harbor Bank; products VSC, GAP; vehicle Used; minutes 31\n');
    expect(out).toContain('Marlow Finch to Rowan Ames; Connected; lender Harbor Bank; open Proof of income\n');
    const [row] = rowsOf((await run('requests', env, '--csv')).out);
    expect(row).toMatchObject({
      dealership: dealer.name,
      dms_deal_number: 'D-204',
      stock_number: '',
      lender: 'Harbor Bank',
      products: 'VSC, GAP',
      vehicle: 'Used',
      minutes: '31',
      handed_off_at: at,
      handed_off_to: 'Rowan Ames',
    });
    expect(JSON.parse((await run('requests', env, '--json')).out)).toMatchObject({
      deal: { lender: 'Harbor Bank', minutes: 31 },
      hand_offs: [{ from_name: 'Marlow Finch', promised: '' }],
    });
    const calls = await run('requests', env, '--calls');
    expect(calls.out).toMatch(/Approved but not signed {2}7 minutes {2}Lee Marsh\n {2}\| Asked for a rate\n$/);
    const [callRow] = rowsOf((await run('requests', env, '--calls', '--csv')).out);
    expect(callRow).toMatchObject({ disposition: 'Approved but not signed', minutes: '7', logged_by: 'Lee Marsh' });
    expect(await run('requests', env, '--calls', '--running')).toMatchObject({ code: 2 });
  });
});
