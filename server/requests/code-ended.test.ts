/** A code may be revoked while requests that came with it run: they go on, and their history says why their cards are gone. */
import { expect, it } from 'vitest';
import { readAccessCode } from '#contract/access-code.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, startPortal } from '../../tests/support/portal.ts';
import { cancelPath } from '../../tests/support/request-paths.ts';

eachEngine((under) => {
  it('R604 a request whose code is revoked goes on, and its history tells of the code once', async () => {
    const portal = await startPortal(under);
    const { ownCode, sessionFor, ask, context, current, linksOf, agent, historyOf, call, shared } = portal;
    const code = await ownCode(dealer.name);
    const token = await sessionFor(code);
    const id = await ask(token);
    const other = await ask(await sessionFor(shared.code));
    const viewToken = (await current(token))?.viewToken ?? '';
    await context.agentRequests.sweep();
    expect(await historyOf(id)).not.toContain('code-ended');
    await context.codes.revoke({ code: readAccessCode(code) });
    await context.agentRequests.sweep();
    await context.agentRequests.sweep();
    expect((await historyOf(id)).filter((event) => event === 'code-ended')).toHaveLength(1);
    expect(await historyOf(other)).not.toContain('code-ended');
    expect((await call('POST', cancelPath(id), viewToken)).status).toBe(401);
    const { 'Marlow Finch': marlow = '' } = await linksOf(id);
    expect((await agent(marlow, 'accept')).status).toBe(200);
  });
});
