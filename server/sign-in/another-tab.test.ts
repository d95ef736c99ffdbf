/** A page that was opened by one person sends nothing in the name of another who has signed in since in the same browser. */
import { expect, it } from 'vitest';
import * as linkEndpoints from '#contract/desk/link-endpoints.ts';
import { personHeader } from '#contract/desk/session.ts';
import * as sessionEndpoints from '#contract/desk/session-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { goodPassword, openBrowser } from '../../tests/support/desk-browser.ts';
import { setUpAdmin, tokenOf } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

eachEngine((under) => {
  it('R283 a press on the page of somebody else than who is signed in is refused, and changes nothing', async () => {
    const { desk, signInAs, ask, sessionFor, shared, view } = await startDesk(under);
    const [ana, ben] = [await signInAs('agent', { name: 'Ana Ruiz' }), await signInAs('agent', { name: 'Ben Cole' })];
    const token = await sessionFor(shared.code);
    const id = await ask(token);
    const accept = (of: { personId: string }) =>
      desk('POST', `/api/desk/requests/${id}/accept`, { cookie: ben.cookie, headers: { [personHeader]: of.personId } });
    // The page still shows the console of Ana; the browser's cookie is Ben's by now.
    expect((await accept(ana)).status).toBe(401);
    expect(await view(token, id)).toMatchObject({ acceptedBy: null });
    const read = await desk('GET', '/api/desk/board', {
      cookie: ben.cookie,
      headers: { [personHeader]: ana.personId },
    });
    expect(read.status).toBe(401);
    const out = await desk('POST', '/api/desk/session/sign-out', {
      cookie: ben.cookie,
      headers: { [personHeader]: ana.personId },
    });
    expect(out.status).toBe(401);
    expect((await accept(ben)).status).toBe(200);
    expect(await view(token, id)).toMatchObject({ acceptedBy: 'Ben Cole' });
  });

  it('R494 whoever uses a link in a browser in which somebody is signed in leaves no session behind that no browser has', async () => {
    const server = await startApp(under, wideLimits);
    const admin = await setUpAdmin(server);
    const { link } = await admin.browser.need(linkEndpoints.invite, {
      body: { personId: null, name: 'Bo Tanner', email: 'bo@boxline.example', role: 'agent', by: 'link' },
    });
    const before = openBrowser(server);
    for (const [name, value] of admin.browser.cookies) before.cookies.set(name, value);
    // A proof in another tab has just replaced the token that this one sends.
    await before.need(sessionEndpoints.proveAgain, { body: { kind: 'password', password: goodPassword } });
    await admin.browser.need(linkEndpoints.acceptInvitation, {
      body: { token: tokenOf(link ?? ''), name: 'Bo Tanner', password: goodPassword },
    });
    expect((await before.view()).state).toBe('none');
    expect((await admin.browser.view()).state).toBe('enrol');
  });

  it('R420 a sign-out with a token that was replaced is refused too on the page of somebody else', async () => {
    const server = await startApp(under, wideLimits);
    const { browser } = await setUpAdmin(server);
    const old = openBrowser(server, { headers: { [personHeader]: 'somebody-else' } });
    for (const [name, value] of browser.cookies) old.cookies.set(name, value);
    await browser.need(sessionEndpoints.proveAgain, { body: { kind: 'password', password: goodPassword } });
    expect(await old.outcome(sessionEndpoints.signOut, { body: {} })).toBe('signedOut');
    expect(await browser.outcome(sessionEndpoints.lock, { body: {} })).toBe('ok');
  });
});
