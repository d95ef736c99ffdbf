/** Tests the command that shows the figures, on the database of a server. */
import { expect, test } from 'vitest';
import { definitions } from '#contract/desk/figures.ts';
import { runScript, startPortalWithEnv } from '../tests/support/command.ts';
import { eachEngine } from '../tests/support/each-engine.ts';
import { dealer } from '../tests/support/portal.ts';

eachEngine((under) => {
  test('R131 npm run numbers shows what the desk shows, in its words, as text and as CSV', async () => {
    const { portal, env } = await startPortalWithEnv(under);
    const id = await portal.ask(await portal.sessionFor(portal.shared.code));
    await portal.agent((await portal.linksOf(id))['Marlow Finch'] ?? '', 'accept');
    const figures = await portal.context.figures.view({});
    expect(figures?.totals).toMatchObject({ requests: 1, accept: { count: 1 } });
    const { db } = portal.context.storage;
    await portal.context.figures.kept();
    await db.deleteFrom('figure_days').execute();

    const { out } = await runScript('numbers', env);
    expect(out).toContain('all dealerships, all people');
    expect(out).toMatch(/^Requests +1, \+1 on the week before by this time$/m);
    expect(out).toContain('Marlow Finch');
    expect(out).toContain(dealer.name);

    const csv = (await runScript('numbers', env, '--csv', 'dealerships', '--dealership', dealer.name)).out.split(
      '\r\n',
    );
    expect(csv[0]).toMatch(/^\ufeff"name","requests","accept_median_s"/);
    expect(csv[1]).toContain(`"${dealer.name}","1",`);
    expect(csv).toHaveLength(3);
    expect((await runScript('numbers', env, '--csv')).out).toMatch(/^\ufeff"from","requests"/);
    expect((await runScript('numbers', env, '--from', '2026-01-01', '--to', '2026-12-31')).out).toContain('Jan 1');
    // The command only reads: it writes nothing.
    expect(await db.selectFrom('figure_days').selectAll().execute()).toEqual([]);
  });

  test('R131 R1155 npm run numbers says how each figure is counted, and what it cannot read', async () => {
    const { env } = await startPortalWithEnv(under);
    const counted = (await runScript('numbers', env, '--counted')).out;
    for (const { name, counted: words } of Object.values(definitions)) expect(counted).toContain(`${name}\n  ${words}`);
    expect(await runScript('numbers', env, '--day', '2026-02-30')).toMatchObject({ code: 2 });
    const backwards = await runScript('numbers', env, '--from', '2026-03-02', '--to', '2026-03-01');
    expect(backwards).toMatchObject({ code: 1, err: expect.stringContaining('Choose a first day') });
    const both = await runScript('numbers', env, '--day', '2026-03-01', '--from', '2026-03-01', '--to', '2026-03-02');
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining("'--day <day>' cannot be used with option") });
    for (const [period, ...days] of [
      ['week', '--from', '2026-03-01'],
      ['day', '--to', '2026-03-01'],
      ['custom', '--day', '2026-03-01'],
    ] as const)
      expect(await runScript('numbers', env, '--period', period, ...days)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`cannot be used with '--period ${period}'`),
      });
    expect(await runScript('numbers', env, '--person', 'Nobody')).toMatchObject({
      code: 1,
      err: 'There is no person "Nobody".\n',
    });
  });
});
