/** The links that bring a dealership its code: what opening and pressing do, also once the answer to a press was lost. */
import { describe, expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { codeFromLinkPath, codeLinkPath, codeLinkTimes } from '#contract/code-link.ts';
import { playRounds } from '../../tests/support/at-once.ts';
import { dead, keyOf, shown, startCodeLinks } from '../../tests/support/code-links.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';

eachEngineRounds((under, { describeOnce }) => {
  const running = () => startCodeLinks(under);

  describeOnce('R115 a link that was sent before its agreement was taken away', () => {
    it('makes no code until there is an agreement again', async () => {
      const { ready, edit, send, mailedToken, look, press, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      const before = (await context.codes.list()).length;
      await edit({ agreementDate: null });
      for (const answer of [await look(token), await press(token)]) expect(shown(answer)).toEqual(dead);
      expect(await context.codes.list()).toHaveLength(before);
      await edit({ agreementDate: '2026-11-20' });
      expect((await press(token)).status).toBe(200);
    });
  });

  it('R49 a link to a code that was sent while the clock was ahead works for as long as others', async () => {
    const { ready, send, mailedToken, look, clock, context } = await running();
    const start = clock.at;
    const yearMs = 365 * 24 * 3_600_000;
    clock.at = new Date(start.getTime() + yearMs);
    await ready();
    await send();
    const token = await mailedToken();
    clock.at = start;
    await context.portal.purgeExpired();
    expect((await look(token)).status).toBe(200);
    clock.at = new Date(start.getTime() + codeLinkTimes.linkForMs);
    expect(shown(await look(token))).toEqual(dead);
  });

  describeOnce('R116 a link to a code', () => {
    it('is mailed, changes nothing when it is opened, makes one code at the press, and stores neither', async () => {
      const { ready, send, mailedToken, look, press, codeOf, opens, context, app, record } = await running();
      await ready();
      expect((await send()).json()).toMatchObject({ code: 'link-sent', link: { state: 'open' } });
      const token = await mailedToken();
      const before = await context.codes.list();
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await app.inject({ method, url: '/access-code' })).statusCode).toBeLessThan(500);
        expect((await app.inject({ method, url: codeLinkPath })).statusCode).toBe(405);
        expect((await app.inject({ method, url: codeFromLinkPath })).statusCode).toBe(405);
      }
      for (let times = 0; times < 3; times += 1) {
        const timeZone = brand.timeZone;
        expect((await look(token)).json()).toMatchObject({ dealershipName: 'Harbor Point Motors', timeZone });
      }
      expect(await context.codes.list()).toEqual(before);

      const code = codeOf(await press(token));
      expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(await opens(code)).toBe(true);
      expect(await context.codes.list()).toHaveLength(before.length + 1);
      expect(await record()).toMatchObject({ code: 'used', link: { state: 'used' }, codes: [{ state: 'holds' }] });
      const { db } = context.storage;
      const stored = JSON.stringify([
        await db.selectFrom('access_codes').selectAll().execute(),
        await db.selectFrom('code_links').selectAll().execute(),
        await db.selectFrom('messages').selectAll().execute(),
        await db.selectFrom('dealership_events').selectAll().execute(),
        await db.selectFrom('audit_entries').selectAll().execute(),
      ]);
      for (const secret of [code, code.replaceAll('-', ''), token, keyOf('a')]) expect(stored).not.toContain(secret);
    });

    it('answers every link that does not work alike, and slows down who tries', async () => {
      const { ready, send, mailedToken, look, press, clock, desk, id } = await running();
      await ready();
      await send();
      const replaced = await mailedToken();
      await send();
      const used = await mailedToken();
      await press(used);
      await send();
      const withdrawn = await mailedToken();
      await desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, {});
      await send();
      const expired = await mailedToken();
      clock.at = new Date(clock.at.getTime() + codeLinkTimes.linkForMs);
      for (const token of [replaced, used, withdrawn, expired, 'never-was', '']) {
        expect(shown(await look(token)), token).toEqual(dead);
        expect(shown(await press(token, keyOf('z'))), token).toEqual(dead);
      }
      const tries = [];
      for (let times = 0; times < 5; times += 1) tries.push((await press('guess', keyOf('g'), '10.9.9.9')).status);
      expect(tries).toEqual([404, 404, 404, 404, 429]);
    });
  });

  describe('R116 a link at the same instant', () => {
    it('shows its code once, to one of three who press', async () => {
      const { ready, send, mailedToken, press, context, atOnce } = await running();
      await ready();
      await playRounds(12, ['a', 'b', 'c'], async () => {
        await send();
        const token = await mailedToken();
        const before = (await context.codes.list()).length;
        const letters = ['a', 'b', 'c'];
        const answers = await atOnce(letters.map((letter) => () => press(token, keyOf(letter))));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
        expect((await context.codes.list()).length).toBe(before + 1);
        return letters[answers.findIndex(({ status }) => status === 200)] ?? 'nobody';
      });
    });

    it('makes a code or is withdrawn, never both, when its press and the withdrawal meet', async () => {
      const { ready, send, mailedToken, press, opens, codeOf, context, desk, id, atOnce } = await running();
      await ready();
      await playRounds(12, ['made', 'withdrawn'], async () => {
        await send();
        const token = await mailedToken();
        const before = (await context.codes.list()).length;
        const [pressed, again, ended] = await atOnce([
          () => press(token),
          () => press(token, keyOf('b')),
          () => desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, {}),
        ]);
        expect(ended.status).toBe(200);
        const made = [pressed, again].filter(({ status }) => status === 200);
        expect(made.length).toBeLessThanOrEqual(1);
        expect((await context.codes.list()).length).toBe(before + made.length);
        for (const answer of made) expect(await opens(codeOf(answer))).toBe(true);
        for (const answer of [pressed, again]) if (answer.status !== 200) expect(shown(answer)).toEqual(dead);
        return made.length === 1 ? 'made' : 'withdrawn';
      });
    });

    it('is refused or makes a code that is revoked, when its press and the end of the account meet', async () => {
      const { ready, send, mailedToken, press, opens, codeOf, context, id, atOnce } = await running();
      await ready();
      await playRounds(10, ['revoked', 'refused'], async () => {
        await send();
        const token = await mailedToken();
        const [pressed] = await atOnce([() => press(token), () => context.dealerships.close(null, { id })]);
        if (pressed.status === 200) expect(await opens(codeOf(pressed))).toBe(false);
        else expect(shown(pressed)).toEqual(dead);
        const live = (await context.codes.list()).filter((one) => one.dealership_id === id && one.revoked_at === null);
        expect(live).toEqual([]);
        expect(shown(await press(token, keyOf('q')))).toEqual(dead);
        await context.dealerships.reopen(null, { id });
        return pressed.status === 200 ? 'revoked' : 'refused';
      });
    });
  });

  describeOnce('R118 a press whose answer was lost', () => {
    it('is answered again with the same code, to the browser that pressed, for a quarter of an hour', async () => {
      const { ready, send, mailedToken, press, codeOf, clock, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      const code = codeOf(await press(token));
      const count = (await context.codes.list()).length;
      expect(codeOf(await press(token))).toBe(code);
      expect(shown(await press(token, keyOf('b')))).toEqual(dead);
      const twice = await Promise.all([press(token), press(token)]);
      expect(twice.map(codeOf)).toEqual([code, code]);
      clock.at = new Date(clock.at.getTime() + codeLinkTimes.askAgainForMs);
      expect(shown(await press(token))).toEqual(dead);
      expect((await context.codes.list()).length).toBe(count);
    });

    it('is not answered again once its code was revoked', async () => {
      const { ready, send, mailedToken, press, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      await press(token);
      const [newest] = (await context.codes.list()).slice(-1);
      await context.codes.revoke({ number: newest?.number ?? 0 });
      expect(shown(await press(token))).toEqual(dead);
    });
  });

  /** A dealership that was made from an intake which agreed to texts. */
});
