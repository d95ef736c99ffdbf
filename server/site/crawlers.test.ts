import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { policyOf } from '#server/http/security-headers.ts';
import { startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { applySettings } from './page-settings.ts';

// Nothing here touches the database, so one engine is enough.
describe('what crawlers and link previews read', () => {
  const under = engineUnderTest('sqlite');
  const publicUrl = 'https://desk.example';

  it('robots.txt keeps them from the API and names the sitemap by its whole address', async () => {
    const { app } = await startApp(under, { PUBLIC_URL: publicUrl });
    const answer = await app.inject('/robots.txt');
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('Disallow: /api/\n');
    expect(answer.body).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`);
  });

  it('the sitemap lists the pages that may be listed, by their whole addresses, and never the 404 page', async () => {
    const { app } = await startApp(under, { PUBLIC_URL: publicUrl });
    const answer = await app.inject('/sitemap.xml');
    expect(answer.headers['content-type']).toContain('application/xml');
    const addresses = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toContain(`${publicUrl}/`);
    expect(addresses).toContain(`${publicUrl}/dealer-intake`);
    expect(addresses).not.toContain(`${publicUrl}/404`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('structured data names whole addresses, ends no script early, and adds nothing to the policy', () => {
    const organization = { name: '</script>', url: '/', contactPoint: [{ logo: '/icon.png', telephone: '+1-207' }] };
    const text = JSON.stringify(organization).replaceAll('<', '\\u003c');
    const $ = load(`<script type="application/ld+json">${text}</script>`);
    const config = readConfig({ PUBLIC_URL: publicUrl });
    applySettings($, config);
    const script = $('script');
    expect(script).toHaveLength(1);
    expect(JSON.parse(script.text())).toEqual({
      name: '</script>',
      url: `${publicUrl}/`,
      contactPoint: [{ logo: `${publicUrl}/icon.png`, telephone: '+1-207' }],
    });
    expect($.html()).not.toContain('</script></script>');
    expect(policyOf($, config)).toContain("script-src 'self';");
  });
});
