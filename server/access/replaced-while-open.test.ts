import { expect, test } from 'vitest';
import { portalRefusals, sessionPath } from '#contract/portal.ts';
import type { PortalView } from '#contract/portal-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';

eachEngine((under) => {
  test('R1304 an open portal is told the end that its code got when a newer one replaced it, and says then that the code has ended', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const { context, ownCode, sessionFor, call } = await startPortal(under, {}, { now: clock.now });
    const code = await ownCode(dealer.name);
    const tabs = [await sessionFor(code), await sessionFor(code)];
    await context.codes.rotate({ code: code.replace(/\W/g, '') }, 60 * 60_000);
    for (const token of tabs) {
      const view = (await call('GET', sessionPath, token)).json<PortalView>();
      expect(view.expiresAt).toBe('2026-11-21T22:06:00.000Z');
    }
    clock.advance(60 * 60_000);
    for (const token of tabs) expect((await call('GET', sessionPath, token)).text).toBe(portalRefusals.codeEnded.text);
  });
});
