import { describe, expect, it } from 'vitest';
import { codeFromLinkPath, codeLinkPath, codeLinkRefusals, codeLinkTimes } from '#contract/code-link.ts';
import { linkServer, made, token, view, visit } from './testing/visit.ts';

describe('R116 the page of a code’s link', () => {
  it('asks what the link is for, takes its token out of the address, and makes nothing', async () => {
    const server = linkServer();
    const page = visit(server);
    await page.open();
    expect(page.store.get()).toMatchObject({ status: 'ready', view });
    expect(page.addresses).toEqual(['/access-code']);
    expect(server.calls).toEqual([codeLinkPath]);
  });

  it('shows the code of one press, however often the button is pressed, and never again', async () => {
    const server = linkServer();
    const page = visit(server);
    await page.open();
    await Promise.all([page.press(), page.press(), page.press()]);
    expect(page.store.get()).toEqual({ status: 'code', made });
    expect(server.calls).toEqual([codeLinkPath, codeFromLinkPath]);
    expect([...page.device.kept, ...page.tab.kept].join()).not.toContain(token);
    expect([...page.device.kept.keys()]).toEqual([]);

    const reloaded = visit(server, page.device, page.tab, '');
    await reloaded.open();
    expect(reloaded.store.get()).toEqual({ status: 'no link', shown: true });
    const opened = visit(server, page.device);
    await opened.open();
    expect(opened.store.get()).toEqual({ status: 'dead' });
  });

  it('R733 leaves out what a program has put after the token', async () => {
    for (const added of ['.', '>', '?utm_source=mail']) {
      const page = visit(linkServer(), undefined, undefined, `#${token}${added}`);
      await page.open();
      expect(page.store.get()).toMatchObject({ status: 'ready' });
    }
  });

  it('R858 does not take the place of a jump inside the page for a token, and keeps the token it has', async () => {
    const page = visit(linkServer());
    await page.open();
    const again = visit(linkServer(), page.device, page.tab, '#main');
    await again.open();
    expect(again.store.get()).toMatchObject({ status: 'ready' });
  });

  it('forgets the code when the document is left', async () => {
    const page = visit(linkServer());
    await page.open();
    await page.press();
    page.leave();
    expect(page.store.get()).toEqual({ status: 'no link', shown: true });
  });

  it('says that it was opened without a link', async () => {
    const server = linkServer();
    const page = visit(server, undefined, undefined, '');
    await page.open();
    expect(page.store.get()).toEqual({ status: 'no link', shown: false });
    expect(server.calls).toEqual([]);
  });

  it('goes on asking when the server is away', async () => {
    const server = linkServer();
    const page = visit(server);
    server.state.away = true;
    await page.open();
    expect(page.store.get()).toEqual({ status: 'opening', silent: 'looked' });
    server.state.away = false;
    await page.open();
    expect(page.store.get()).toMatchObject({ status: 'ready' });
  });
});

/** A page whose press arrived and whose answer was lost. */
async function unanswered() {
  const server = linkServer();
  const page = visit(server);
  await page.open();
  server.state.losesAnswers = true;
  await page.press();
  return { server, page };
}

describe('R118 a press whose answer was lost', () => {
  it('gets the same code with the next press', async () => {
    const { server, page } = await unanswered();
    expect(page.store.get()).toMatchObject({ status: 'ready', press: 'silent' });
    server.state.losesAnswers = false;
    await page.press();
    expect(page.store.get()).toEqual({ status: 'code', made });
  });

  it('R526 gets it for a quarter of an hour from the last press', async () => {
    const server = linkServer();
    const page = visit(server);
    await page.open();
    server.state.away = true;
    await page.press();
    page.clock.ms += 10 * 60_000;
    Object.assign(server.state, { away: false, losesAnswers: true });
    await page.press();
    page.clock.ms += 6 * 60_000;
    server.state.losesAnswers = false;
    await page.press();
    expect(page.store.get()).toEqual({ status: 'code', made });
  });

  it('R526 is said to be a press when the page is loaded again without an answer, and not that the link is unused', async () => {
    const { server, page } = await unanswered();
    server.state.away = true;
    const again = visit(server, page.device);
    await again.open();
    expect(again.store.get()).toEqual({ status: 'opening', silent: 'pressed' });
    Object.assign(server.state, { away: false, losesAnswers: false, refusesLooks: true });
    await again.open();
    expect(again.store.get()).toEqual({ status: 'code', made });
  });

  it('R526 a network that has to wait is told so', async () => {
    const server = linkServer();
    server.state.refusesLooks = true;
    const page = visit(server);
    await page.open();
    expect(page.store.get()).toEqual({ status: 'opening', silent: 'too many' });
  });

  for (const late of ['unreachable', 'ready', 'dead'] as const) {
    it(`R526 the code stays when the answer to an earlier look comes late: ${late}`, async () => {
      const server = linkServer();
      const { promise, resolve } = Promise.withResolvers<void>();
      let isFirst = true;
      const held = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
        if (!isFirst) return server.fetch(url, init);
        isFirst = false;
        await promise;
        if (late === 'unreachable') throw new TypeError('Failed to fetch');
        if (late === 'ready') return Response.json(view);
        return new Response(codeLinkRefusals.deadLink.text, { status: codeLinkRefusals.deadLink.status });
      };
      const page = visit({ ...server, fetch: held });
      const first = page.open();
      await expect.poll(() => isFirst).toBe(false);
      await page.open();
      await page.press();
      expect(page.store.get()).toEqual({ status: 'code', made });
      resolve();
      await first;
      expect(page.store.get()).toEqual({ status: 'code', made });
    });
  }

  /** A server whose answers to the first press and to the second look-up are held until the test releases them. */
  function withHeldAnswers(server: ReturnType<typeof linkServer>) {
    const [make, look] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const asked = { makes: 0, looks: 0 };
    const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const isLook = String(url) === codeLinkPath;
      const nth = isLook ? ++asked.looks : ++asked.makes;
      if (!isLook && nth === 1) await make.promise;
      const response = await server.fetch(url, init);
      if (isLook && nth === 2) await look.promise;
      return response;
    };
    return { fetch, asked, releaseMake: make.resolve, failMake: make.reject, releaseLook: look.resolve };
  }

  it('R526 the code stays when the page had asked for it before, and no answer comes to that', async () => {
    const { server, page } = await unanswered();
    server.state.losesAnswers = false;
    const { fetch, asked, failMake, releaseLook } = withHeldAnswers(server);
    const again = visit({ ...server, fetch }, page.device);
    const first = again.open();
    await expect.poll(() => asked.makes).toBe(1);
    releaseLook();
    await again.open();
    expect(again.store.get()).toEqual({ status: 'code', made });
    failMake(new TypeError('Failed to fetch'));
    await first;
    expect(again.store.get()).toEqual({ status: 'code', made });
  });

  it('R526 the code stays when the link was opened once more during the press, and that finds it used', async () => {
    const server = linkServer();
    const { fetch, asked, releaseMake, releaseLook } = withHeldAnswers(server);
    const page = visit({ ...server, fetch });
    await page.open();
    const pressed = page.press();
    await expect.poll(() => asked.makes).toBe(1);
    const opened = page.open();
    await expect.poll(() => asked.looks).toBe(2);
    releaseMake();
    await pressed;
    expect(page.store.get()).toEqual({ status: 'code', made });
    releaseLook();
    await opened;
    expect(page.store.get()).toEqual({ status: 'code', made });
  });

  it('gets it in another tab of the browser that opens the link again', async () => {
    const { server, page } = await unanswered();
    server.state.losesAnswers = false;
    const again = visit(server, page.device);
    await again.open();
    expect(again.store.get()).toEqual({ status: 'code', made });
    expect([...page.device.kept.keys()]).toEqual([]);
  });

  it('gets it although another link was pressed in the same browser meanwhile, for another store', async () => {
    const { server, page } = await unanswered();
    const otherToken = 'U'.repeat(43);
    for (const [other, end] of [
      [linkServer(otherToken), 'code'],
      [linkServer(), 'dead'],
    ] as const) {
      const store = visit(other, page.device, undefined, `#${otherToken}`);
      await store.open();
      await store.press();
      expect(store.store.get()).toMatchObject({ status: end });
    }
    server.state.losesAnswers = false;
    await page.press();
    expect(page.store.get()).toEqual({ status: 'code', made });
    expect([...page.device.kept.keys()]).toEqual([]);
  });

  it('leaves nothing on the device once it is too late to ask again', async () => {
    const { page } = await unanswered();
    const otherToken = 'U'.repeat(43);
    const other = visit(linkServer(otherToken), page.device, undefined, `#${otherToken}`);
    other.clock.ms += codeLinkTimes.askAgainForMs;
    await other.open();
    await other.press();
    expect([...page.device.kept.keys()]).toEqual([]);
  });

  it('gets nothing in another browser, and nothing a quarter of an hour later', async () => {
    const { server, page } = await unanswered();
    server.state.losesAnswers = false;
    const elsewhere = visit(server);
    await elsewhere.open();
    expect(elsewhere.store.get()).toEqual({ status: 'dead' });
    server.state.isTooLate = true;
    const late = visit(server, page.device);
    late.clock.ms += codeLinkTimes.askAgainForMs;
    await late.open();
    expect(late.store.get()).toEqual({ status: 'dead' });
    expect([...page.device.kept.keys()]).toEqual([]);
  });

  for (const hours of [3, -3]) {
    it(`R739 gets the same code although the browser’s clock was set by ${hours} hours meanwhile`, async () => {
      const { server, page } = await unanswered();
      server.state.losesAnswers = false;
      page.clock.ms += hours * 60 * 60_000;
      const again = visit(server, page.device);
      again.clock.ms = page.clock.ms;
      await again.open();
      expect(again.store.get()).toEqual({ status: 'code', made });
      const { server: another, page: other } = await unanswered();
      another.state.losesAnswers = false;
      other.clock.ms += hours * 60 * 60_000;
      await other.press();
      expect(other.store.get()).toEqual({ status: 'code', made });
    });
  }
});
