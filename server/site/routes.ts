import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pages } from '#contract/pages.ts';
import type { Context } from '#server/context.ts';
import { chooseEncoding } from '#server/http/encoding.ts';
import { notAcceptable, Refusal } from '#server/http/refusal.ts';
import { robotsTxt, sitemapXml } from './crawlers.ts';
import { sendPage } from './pages.ts';

const oneYearS = 31_536_000;

/** The search begins once in a row of slashes: begun at each of them, it takes seconds for a path of thousands. */
const slashesAtEnd = /(?<!\/)\/+$/;

/**
 * The site: its pages from memory, its other files from the build, and the 404 page for every other path. The mail gateway serves
 * the thank-you page, because it writes the reference into it.
 */
export async function siteRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, pages: site, siteDir } = context;
  const hidden = { schema: { hide: true } };
  const assetFolders = ['assets', 'desk/assets'].map((folder) => join(siteDir, folder, '/'));

  for (const path of Object.values(pages)) {
    if (!site.has(path) || path === pages['thank-you']) continue;
    app.get(path, hidden, async (request, reply) => {
      const page = await site.byPath(path);
      return page ? sendPage(request, reply, page) : reply.callNotFound();
    });
  }

  const robots = robotsTxt(config.publicUrl);
  app.get('/robots.txt', hidden, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  const sitemap = sitemapXml(config.publicUrl, site.listed);
  app.get('/sitemap.xml', hidden, (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap));

  await app.register(async (scope) => {
    // The module reads the names of encodings but not their weights, so it gets only the chosen one.
    scope.addHook('onRequest', async ({ headers }, reply) => {
      const encoding = chooseEncoding(headers['accept-encoding']);
      reply.header('vary', 'Accept-Encoding');
      if (!encoding) throw new Refusal(notAcceptable);
      headers['accept-encoding'] = encoding;
    });
    await scope.register(fastifyStatic, {
      root: siteDir,
      wildcard: false,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/.*'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const named = assetFolders.some((folder) => path.startsWith(folder));
        reply.header('cache-control', named ? `public, max-age=${oneYearS}, immutable` : 'no-cache');
      },
    });
  });

  app.setNotFoundHandler(async (request, reply) => {
    const [path = '', query] = request.url.split(/\?(.*)/s, 2);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (site.has(path)) return reply.code(405).header('allow', 'GET, HEAD').type('text/plain').send('Not allowed');
      return reply.code(404).type('text/plain').send('Not found');
    }
    const withoutSlash = path.replace(slashesAtEnd, '');
    if (withoutSlash !== path && site.has(withoutSlash)) {
      return reply.redirect(query === undefined ? withoutSlash : `${withoutSlash}?${query}`, 301);
    }
    const page = await site.byName('not-found');
    return page ? sendPage(request, reply, page, 404) : reply.code(404).type('text/plain').send('Not found');
  });
}
