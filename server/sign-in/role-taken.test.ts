/** What the sign-in says to somebody whose role was taken away. */
import { expect, it } from 'vitest';
import { changeRole, listPeople } from '#contract/desk/people-endpoints.ts';
import { startApp } from '../../tests/support/app.ts';
import { openBrowser } from '../../tests/support/desk-browser.ts';
import { inviteMember, setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  it('R630 somebody whose role was taken away is let in no further and waits for nobody, until they are invited again', async () => {
    const server = await startApp(under);
    const admin = await setUpAdmin(server);
    const { email } = await inviteMember(server, admin, 'agent');
    const { people } = await admin.browser.need(listPeople, {});
    const { id = '', version = 0 } = people.find(({ mail }) => mail === email) ?? {};
    await admin.browser.need(changeRole, { params: { id }, body: { version, role: null } });
    const browser = openBrowser(server, { from: '10.7.0.2' });
    expect(await browser.signIn(email)).toBe('linkNeeded');
    expect((await browser.view()).state).toBe('none');
    const again = await inviteMember(server, admin, 'agent');
    expect((await again.browser.view()).state).toBe('signed-in');
  });
});
