/** However often and in whatever way a form is sent, it is one lead; two forms are two leads. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import { referenceOf } from '#contract/reference.ts';
import { control, inquiryOf } from './forms.ts';
import { failure, loseNextResponse, openFilledInquiry, openFilledIntake, posts, receipt } from './sending.ts';
import { expect, goOffline, hydrated, newDealership, repeats, test } from './support.ts';

// The browser itself reports on the console a request that this file cuts, and an id that was taken.
test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of 422)/] });

async function openInquiry(page: Page): Promise<void> {
  await page.goto('/inquiry');
  await hydrated(page);
}

/** Waits until the last line is saved on the device, where another tab finds it. A pause in typing saves the earlier lines. */
const saved = (page: Page) =>
  expect
    .poll(async () => (await page.evaluate(() => localStorage.getItem('boxline.draft.inquiry'))) ?? '')
    .toContain(String(inquiryOf('')['Units sold per month']));
const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });

/** Holds every post of the context until the test releases them. */
async function holdPosts(context: BrowserContext) {
  const held: Route[] = [];
  let open = false;
  await context.route(posts, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return {
    count: () => held.length,
    letGo: async () => {
      open = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

for (const [name, act] of [
  ['a double click', (page: Page) => send(page).dblclick()],
  [
    'Enter plus click',
    async (page: Page) => {
      // The button changes its name, and is disabled, as soon as the form is on its way; the press comes all the same.
      const button = await send(page).elementHandle();
      await control(page, 'First name').focus();
      await page.keyboard.press('Enter');
      await button?.click({ force: true });
    },
  ],
] as const) {
  test(`R13 ${name} is one lead`, repeats(name !== 'a double click'), async ({ page, context, boxline }) => {
    const dealership = newDealership();
    await openFilledInquiry(page, dealership);
    const held = await holdPosts(context);
    await act(page);
    await expect.poll(held.count).toBe(1);
    await held.letGo();
    await expect(receipt(page)).toBeVisible();
    expect(held.count()).toBe(1);
    expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  });
}

test('R13 a double click on the intake is one lead', repeats(true), async ({ page, boxline }) => {
  const business = newDealership();
  await openFilledIntake(page, business);
  await page.getByRole('button', { name: 'Send registration' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  expect(await boxline.leadsOf(business)).toHaveLength(1);
});

/** Sends from two tabs, at the same instant or one after the other. */
async function sendFromBoth(tabs: readonly [Page, Page], atOnce: boolean): Promise<void> {
  const held = await holdPosts(tabs[0].context());
  if (!atOnce) await held.letGo();
  for (const tab of tabs) {
    await send(tab).click();
    if (!atOnce) await expect(receipt(tab)).toBeVisible();
  }
  if (atOnce) {
    await expect.poll(held.count).toBe(tabs.length);
    await held.letGo();
  }
}

for (const atOnce of [true, false]) {
  const when = atOnce ? 'at once' : 'one after the other';

  test(
    `R13 two tabs with the same answers, ${when}, are one lead`,
    repeats(!atOnce),
    async ({ page, context, boxline }) => {
      const dealership = newDealership();
      await openFilledInquiry(page, dealership);
      await saved(page);
      const other = await context.newPage();
      await openInquiry(other);
      await expect(control(other, 'Dealership name')).toHaveValue(dealership);

      await sendFromBoth([page, other], atOnce);
      for (const tab of [page, other]) await expect(receipt(tab)).toBeVisible();
      const [lead, ...more] = await boxline.leadsOf(dealership);
      expect(more).toEqual([]);
      for (const tab of [page, other]) await expect(receipt(tab)).toContainText(lead?.reference ?? 'no lead');
    },
  );

  test(`R13 two tabs with two stores, ${when}, are two leads`, repeats(!atOnce), async ({ page, context, boxline }) => {
    const stores = [newDealership(), newDealership()] as const;
    await openFilledInquiry(page, stores[0]);
    await saved(page);
    const other = await context.newPage();
    await openInquiry(other);
    await control(other, 'Dealership name').fill(stores[1]);

    await sendFromBoth([page, other], atOnce);
    for (const [index, tab] of [page, other].entries()) {
      await expect(receipt(tab)).toBeVisible();
      const leads = await boxline.leadsOf(stores[index] ?? '');
      expect(leads).toHaveLength(1);
      await expect(receipt(tab)).toContainText(leads[0]?.reference ?? 'no lead');
    }
  });
}

for (const [fate, arrives] of [
  ['after the server had it', true],
  ['before the server had it', false],
] as const) {
  for (const edits of [false, true]) {
    const retry = edits ? 'an edited retry' : 'the same again';
    test(
      `R13 a reload in mid-submit, ${fate}, then ${retry}: one lead`,
      repeats(!arrives || !edits),
      async ({ page, boxline }) => {
        const dealership = newDealership();
        await openFilledInquiry(page, dealership);
        const reached = Promise.withResolvers<void>();
        await page.route(
          posts,
          async (route) => {
            if (arrives) await route.fetch();
            // The answer never comes: the page is gone by then.
            reached.resolve();
          },
          { times: 1 },
        );
        await send(page).click();
        await reached.promise;
        await page.reload();
        await hydrated(page);

        await expect(control(page, 'Dealership name')).toHaveValue(dealership);
        if (edits) await control(page, 'Last name').fill('Quillon');
        await send(page).click();
        await expect(receipt(page)).toBeVisible();
        const [lead, ...more] = await boxline.leadsOf(dealership);
        expect(more).toEqual([]);
        expect(lead?.answers['last_name']).toBe(edits ? 'Quillon' : 'Quill');
        await expect(receipt(page)).toContainText(lead?.reference ?? 'no lead');
      },
    );
  }
}

test('R13 an answer cut after the commit, then an edited retry: one lead, amended', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  const { status } = await loseNextResponse(page);
  const first = page.waitForRequest(posts);
  await send(page).click();
  expect(await status).toBe(200);
  await expect(failure(page)).toBeFocused();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);

  await control(page, 'Phone number').fill('(207) 555-0177');
  await send(page).click();
  await expect(receipt(page)).toBeVisible();
  const leads = await boxline.leadsOf(dealership);
  expect(leads.map(({ answers }) => answers['phone_number'])).toEqual(['(207) 555-0177']);
  const { template_params } = (await first).postDataJSON() as { template_params: { submission_id: string } };
  expect(leads[0]?.id).toBe(template_params.submission_id);
  await expect(receipt(page)).toContainText(referenceOf(template_params.submission_id));
});

test(
  'R13 every answer cut, and an edit after each: one lead, as it was typed last',
  repeats(true),
  async ({ page, boxline }) => {
    const dealership = newDealership();
    await openFilledInquiry(page, dealership);
    for (const name of ['Quillan', 'Quillen', 'Quillin']) {
      await control(page, 'Last name').fill(name);
      await page.route(posts, async (route) => {
        await route.fetch();
        await route.abort('failed');
      });
      // The first post of each round may be answered with a taken id, which is lost as well.
      await send(page).click();
      await expect(failure(page)).toBeVisible();
      await page.unroute(posts);
    }
    await control(page, 'Last name').fill('Quillon');
    await send(page).click();
    await expect(receipt(page)).toBeVisible();
    const leads = await boxline.leadsOf(dealership);
    expect(leads.map(({ answers }) => answers['last_name'])).toEqual(['Quillon']);
    await expect(receipt(page)).toContainText(leads[0]?.reference ?? 'no lead');
  },
);

for (const [between, isTold] of [
  ['another page', false],
  ['another page that says it was received', true],
] as const) {
  test(
    `R13 a lost answer, ${between}, and back: a change amends the one lead`,
    repeats(isTold),
    async ({ page, boxline }) => {
      const dealership = newDealership();
      await openFilledInquiry(page, dealership);
      await loseNextResponse(page);
      await send(page).click();
      await expect(failure(page)).toBeVisible();
      await page.goto('/privacy');
      if (isTold) await expect(page.getByText(/Dealer inquiry BX-\S+ was sent. We have it/)).toBeVisible();
      // The browser itself brings back what stood in the form.
      await page.goBack();
      await hydrated(page);
      await expect(control(page, 'Dealership name')).toHaveValue(dealership);
      await control(page, 'Last name').fill('Quillon');
      await send(page).click();
      await expect(receipt(page)).toBeVisible();
      const leads = await boxline.leadsOf(dealership);
      expect(leads.map(({ answers }) => answers['last_name'])).toEqual(['Quillon']);
    },
  );
}

test('R13 R15 sent offline, the page closed, then online on any page: one lead, and the person is told', async ({
  page,
  context,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await goOffline(page);
  await send(page).click();
  await expect(receipt(page)).toContainText(/BX-/);
  const [reference = ''] = /BX-\w{4}-\w{4}/.exec((await receipt(page).textContent()) ?? '') ?? [];
  await page.close();
  expect(await boxline.leadsOf(dealership)).toEqual([]);

  await context.setOffline(false);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto('/privacy'), other.goto('/about')]);
  for (const tab of [one, other]) await expect(tab.getByText(`${reference} was sent`)).toBeVisible();
  expect((await boxline.leadsOf(dealership)).map((lead) => lead.reference)).toEqual([reference]);
});
