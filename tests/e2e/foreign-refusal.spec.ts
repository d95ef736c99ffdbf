/**
 * Something between the page and the server refuses in the server's place: a proxy without its server, or the sign-in page of a
 * network.
 */
import { agentRequestPath } from '#contract/agent.ts';
import { sendSmsPath } from '#contract/agent-request.ts';
import { expect, test } from './desk-staff.ts';
import { anyDealership, askByText, card, codeField, enter, linkIn, openTextForm } from './portal.ts';
import { momentPasses } from './support.ts';

test.use({ allowed: [/status of (?:401|404|511)|Request Agent failed/] });

const page401 = { status: 401, contentType: 'text/html', body: '<h1>Sign in to Harbor Guest</h1>' } as const;
/** The plain-text answer of a proxy while its server is replaced. */
const line404 = { status: 404, contentType: 'text/plain', body: '404 page not found\n' } as const;
const api = '**/api/portal/**';

for (const [what, refusal] of [
  ['the 401 of a network', page401],
  ['the 404 of a proxy', line404],
] as const) {
  test(`R350 ${what} locks no portal, and a reload meanwhile takes no card away`, async ({ page, boxline }) => {
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership);
    await expect(card(page)).toContainText(dealership);
    await page.route(api, (route) => route.fulfill(refusal));
    const refused = page.waitForResponse((response) => response.status() === refusal.status);
    await page.getByRole('button', { name: 'Request An Agent' }).click();
    await refused;
    await momentPasses(page);
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('No connection to the desk').first()).toBeVisible({ timeout: 10_000 });
    await page.unroute(api);
    await expect(card(page)).toContainText(dealership, { timeout: 20_000 });
  });

  test(`R350 ${what} is not the answer to an access code`, async ({ page, boxline }) => {
    await page.goto('/portal');
    await page.route(api, (route) => route.fulfill(refusal), { times: 1 });
    await codeField(page).fill(boxline.code);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await expect(page.getByText('The portal did not open')).toBeVisible();
    await expect(page.getByText('Invalid access code')).toHaveCount(0);
  });

  test(`R350 ${what} in the place of a request's answer locks nothing, and the request is one`, async ({
    page,
    boxline,
  }) => {
    const dealership = anyDealership();
    await enter(page, boxline);
    await openTextForm(page, dealership);
    await page.route(`**${sendSmsPath}`, (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole('button', { name: 'Request Agent' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to send request' })).toBeVisible();
    expect(boxline.requestsOf(dealership)).toBe(0);
    await page.getByRole('button', { name: 'Request Agent' }).click();
    await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
    expect(boxline.requestsOf(dealership)).toBe(1);
  });

  test(`R350 ${what} ends no agent's link`, async ({ page, boxline, context }) => {
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership);
    const [text] = await boxline.textsOf(dealership);
    const agent = await context.newPage();
    await agent.goto(linkIn(text));
    await expect(agent.getByRole('heading', { level: 1 })).toHaveText(dealership);
    const refused = agent.waitForResponse((response) => response.status() === refusal.status);
    await agent.route(`**${agentRequestPath}`, (route) => route.fulfill(refusal), { times: 1 });
    await refused;
    await momentPasses(agent);
    await agent.getByRole('button', { name: 'Accept' }).click();
    await expect(card(page)).toContainText('has your request');
  });
}

test('R350 the page of a proxy is not read out to the staff as what the server said', async ({ desk }) => {
  const { page } = await desk.arrive('manager', 'Hotel Guest', { width: 1440, height: 900 });
  await page.route('**/api/desk/leads**', (route) =>
    route.fulfill({ status: 511, contentType: 'text/html', body: '<h1>Sign in to Harbor Guest</h1>' }),
  );
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click();
  await expect(page.getByText('The server did not answer')).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText('Harbor Guest')).toHaveCount(0);
});
