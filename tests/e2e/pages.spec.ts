/** The written pages: their texts and numbers, what they promise to readers of every kind, and what crawlers are told. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, repeats, test } from './support.ts';

const writtenPages = [
  { path: '/about', heading: 'The box is never empty.', title: /^About \|/ },
  { path: '/services', heading: 'Here is our four-square.', title: /^Services/ },
  { path: '/remote-fi', heading: '9:04 pm The customer is in the chair.', title: /^Remote F&I/ },
  { path: '/lync', heading: 'Lync. Coming Soon', title: /^Lync/ },
  { path: '/terms', heading: 'Terms of Service', title: /^Terms of Service/ },
  { path: '/privacy', heading: 'Privacy Policy', title: /^Privacy Policy/ },
  { path: '/status', heading: 'What we promise, measured.', title: /^Status/ },
] as const;

const main = (page: Page) => page.getByRole('main');

/** The texts of the headings in a part of the page, in order. */
const headings = (page: Page, level: 2 | 3) => main(page).getByRole('heading', { level }).allInnerTexts();

/** The path of an address. Throws for one that is not whole. Which server it names is the configuration's to say. */
const pathOf = (address: string | null | undefined): string => new URL(address ?? '').pathname;

/** The value that stands in a list of terms beside the term that begins with `term`. */
const termOf = (page: Page, term: string | RegExp) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: term }) })
    .first();

for (const { path, heading, title } of writtenPages) {
  test.describe(path, () => {
    test('has its own title, heading and address, skips no level, passes axe at 390 px and fits 320 px', async ({
      page,
    }) => {
      await page.goto(path);
      await hydrated(page);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      expect(pathOf(await page.locator('link[rel=canonical]').getAttribute('href'))).toBe(path);
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((found) => found.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1])));
      expect(levels[0]).toBe(1);
      for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      await page.setViewportSize({ width: 390, height: 900 });
      await expectAccessible(page);
      // 400 % of 1280.
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });

    test('passes axe at 1440 px', repeats(true), async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectAccessible(page);
    });

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false });

      test('is there to be read, and every link of its text leads somewhere', async ({ page, request }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const links = await main(page).getByRole('link').all();
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) {
          const href = (await link.getAttribute('href')) ?? '';
          if (href.startsWith('#')) await expect(page.locator(`[id="${href.slice(1)}"]`)).toHaveCount(1);
          else if (href.startsWith('/')) expect((await request.get(href)).status(), href).toBe(200);
          else expect(href).toMatch(/^(?:mailto:[^@]+@[^@]+|tel:\+1\d{10})$/);
        }
      });
    });
  });
}

test('S2.12 the about page states the mission and explains remote F&I in three steps', async ({ page }) => {
  await page.goto('/about');
  await expect(main(page).getByRole('heading', { name: 'Our mission' })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Remote F&I in three steps' })).toBeVisible();
  const steps = main(page).getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(steps).toHaveText(['Remote connection', 'Screen sharing', 'Voice']);
});

test('S2.13 the services page says How It Works in four steps, from the request to the invoice', async ({ page }) => {
  await page.goto('/services');
  await expect(main(page).getByRole('heading', { name: 'How It Works' })).toBeVisible();
  const steps = main(page).locator('ol > li');
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Request an agent',
    'Remote connect',
    'Deal completion',
    'Pay the invoice',
  ]);
  await expect(steps.nth(0)).toContainText('Portal');
  await expect(steps.nth(1)).toContainText('Exclusive Access Code');
  await expect(steps.nth(3)).toContainText('custom invoice');
  await expect(steps.nth(3)).toContainText('by e-mail');
  await expect(steps.nth(3)).toContainText('through the portal');
});

test('S9.10 each figure of the service is shown, and each as a target', async ({ page }) => {
  await page.goto('/remote-fi');
  for (const [label, value] of [
    ['profit increase', '40%'],
    ['availability', '24/7'],
    ['setup', 'under 10 seconds'],
    ['uptime', '99.9%'],
  ] as const) {
    await expect(termOf(page, label)).toContainText(value);
    await expect(termOf(page, label)).toContainText('target');
  }
});

test('R7 R82 the remote F&I page says what exists today and what does not', async ({ page }) => {
  await page.goto('/remote-fi');
  const standing = (what: string) => main(page).getByRole('row').filter({ hasText: what });
  await expect(standing('by telephone')).toContainText('Works today');
  await expect(standing('by text')).toContainText('Coming Soon');
  await expect(standing('Multi-factor authentication for our staff')).toContainText('Works today');
  await expect(standing('Roles and permissions for our staff')).toContainText('Works today');
  await expect(standing('Multi-factor authentication for stores')).toContainText('Not today');
  await expect(standing('Roles and permissions within a store')).toContainText('Not today');
  await expect(main(page).getByText('sample session')).toBeVisible();
});

test.describe('the remote desktop’s page', () => {
  test('S2.14 shows features, specifications, platforms, layers, sample metrics and integration options', async ({
    page,
  }) => {
    await page.goto('/lync');
    const found = await headings(page, 2);
    const expected = ['Session metrics', 'Features', 'Specifications', 'Platforms', 'Architecture, in four layers'];
    for (const heading of [...expected, 'Integration options']) expect(found).toContain(heading);
    await expect(main(page).getByRole('figure')).toContainText('sample data');
  });

  test('S9.11 names up to 50 users, under 100 ms, 99.9% and 50+ data centers, each as a target', async ({ page }) => {
    await page.goto('/lync');
    const figures = main(page).getByRole('region', { name: 'Figures' }).locator('dl > div');
    await expect(figures).toHaveText([/up to 50$/, /under 100 ms$/, /99\.9%$/, /50\+$/]);
    await expect(figures).toContainText(['users per session', 'latency', 'uptime', 'data centers']);
    await expect(figures).toContainText(['target', 'target', 'target', 'target']);
  });

  test('S2.15 has buttons that do nothing and say Coming Soon, and early access by mail', async ({ page }) => {
    await page.goto('/lync');
    const buttons = await main(page).getByRole('button').all();
    expect(buttons.length).toBeGreaterThan(2);
    for (const button of buttons) {
      await expect(button).toBeDisabled();
      await expect(button).toContainText('Coming Soon');
    }
    for (const link of await main(page).getByRole('link', { name: 'Get Early Access' }).all()) {
      await expect(link).toHaveAttribute('href', 'mailto:early-access@boxline.example');
    }
  });

  test('S2.16 shows the documentation of POST /api/v1/sessions, which nothing answers', async ({ page, request }) => {
    await page.goto('/lync');
    await expect(main(page).getByRole('heading', { name: 'POST /api/v1/sessions' })).toBeVisible();
    await expect(main(page)).toContainText('the call does not exist yet');
    expect((await request.post('/api/v1/sessions', { data: {} })).status()).toBe(404);
  });
});

test.describe('the legal documents', () => {
  for (const { path, sections } of [
    { path: '/terms', sections: 12 },
    { path: '/privacy', sections: 10 },
  ]) {
    test(`S2.17 ${path} has ${sections} numbered sections, and contents that lead to each`, async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      const numbered = (await headings(page, 2)).filter((heading) => /^\d+\./.test(heading));
      expect(numbered.map((heading) => Number.parseInt(heading, 10))).toEqual(
        Array.from({ length: sections }, (_, index) => index + 1),
      );
      const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      await expect(contents).toHaveCount(sections);
      await contents.last().click();
      await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeInViewport();
    });

    test(`S9.12 ${path} names the four classes of record, how long each is kept, and the age of 18`, async ({
      page,
    }) => {
      await page.goto(path);
      const rows = main(page).getByRole('row');
      await expect(rows.filter({ hasText: 'Account data' })).toContainText('while active, plus 7 years');
      await expect(rows.filter({ hasText: 'Transaction records' })).toContainText('7 years');
      await expect(rows.filter({ hasText: 'Communication logs' })).toContainText('3 years');
      await expect(rows.filter({ hasText: 'Technical logs' })).toContainText('1 year');
      await expect(main(page)).toContainText(/\b18\b/);
    });

    test(`${path} prints its text and nothing around it`, { tag: '@long' }, async ({ page }) => {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
      await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeVisible();
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    });
  }

  test('S2.17 the terms were last updated January 1, 2025', async ({ page }) => {
    await page.goto('/terms');
    await expect(main(page)).toContainText('Last updated January 1, 2025');
  });
});

test('R922 each page that has an address names it, also a page that asks not to be listed', async ({ request }) => {
  for (const path of ['/', '/portal', '/inquiry']) {
    const markup = await (await request.get(path)).text();
    const [, address] = /<link rel="canonical" href="([^"]+)">/.exec(markup) ?? [];
    expect(pathOf(address)).toBe(path);
    expect(markup.includes('<meta name="robots" content="noindex">')).toBe(path !== '/');
  }
  expect(await (await request.get('/404')).text()).not.toContain('rel="canonical"');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/about</loc>');
  for (const path of ['/portal', '/inquiry', '/404']) expect(sitemap).not.toContain(`${path}</loc>`);
});

test('what other software is told names whole addresses that answer', async ({ page, request }) => {
  await page.goto('/about');
  await hydrated(page);
  const content = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content');
  expect(pathOf(await content('og:url'))).toBe('/about');
  const picture = await request.get(pathOf(await content('og:image')));
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');

  const structured = await page.locator('script[type="application/ld+json"]').textContent();
  const organization = JSON.parse(structured ?? '') as { url: string; logo: string };
  expect(pathOf(organization.url)).toBe('/');
  expect((await request.get(pathOf(organization.logo))).status()).toBe(200);
  expect(organization).toMatchObject({
    '@type': 'Organization',
    areaServed: { '@type': 'Country', name: 'United States' },
    contactPoint: [{ '@type': 'ContactPoint', contactType: 'sales' }, { '@type': 'ContactPoint' }],
  });

  for (const rel of ['icon', 'apple-touch-icon', 'manifest']) {
    for (const link of await page.locator(`link[rel="${rel}"]`).all()) {
      expect((await request.get((await link.getAttribute('href')) ?? '')).status(), rel).toBe(200);
    }
  }
  const manifest = (await (await request.get('/site.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

test('R723 no page lets a telephone make a link of an AnyDesk address: each links its own numbers', {
  tag: '@long',
}, async ({ request }) => {
  for (const path of [...writtenPages.map(({ path }) => path), '/', '/portal', '/agent', '/inquiry', '/desk']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<meta name="format-detection" content="telephone=no">');
  }
});

test('the sitemap lists every page that may be listed, and no other', async ({ request }) => {
  const [, address] = /^Sitemap: (.+)$/m.exec(await (await request.get('/robots.txt')).text()) ?? [];
  expect(pathOf(address)).toBe('/sitemap.xml');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found]) => pathOf(found));
  const expected = ['/', '/dealer-intake', ...writtenPages.map(({ path }) => path)];
  expect(listed.toSorted()).toEqual(expected.toSorted());
});
