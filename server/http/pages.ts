/** The prerendered pages, prepared once when the server starts and served from memory. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CheerioAPI, load } from 'cheerio';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, pages } from '#contract/pages.ts';
import type { Config } from '#server/config.ts';
import { applySettings } from './page-settings.ts';
import { policyOf } from './security-headers.ts';

const encode = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const brotliQuality = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** A page that many ask for is made as small as it can be; one that is sent once is made small without much work. */
const compress = {
  br: (html: string, once: boolean) => encode.br(html, brotliQuality(once ? 4 : 10)),
  gzip: (html: string, once: boolean) => encode.gzip(html, { level: once ? 4 : 9 }),
};
type Encoding = keyof typeof compress;

export interface PreparedPage {
  readonly html: string;
  readonly policy: string;
  readonly etag: string;
  /** Whether the page answers one request and is then forgotten. */
  readonly once: boolean;
  /** The page in each encoding, made when it is first asked for. */
  readonly encoded: Partial<Record<Encoding, Promise<Buffer>>>;
}

export interface SitePages {
  readonly byName: Partial<Record<Page, PreparedPage>>;
  byPath(path: string): PreparedPage | undefined;
  /** The paths of the pages that search engines may list: those with a canonical link. */
  readonly listed: readonly string[];
}

/** The site is not there to be served. */
export class SiteMissingError extends Error {
  override name = 'SiteMissingError';
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** A page of markup whose policy is known. */
export function pageOf(html: string, policy: string, { once = false } = {}): PreparedPage {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { html, policy, etag, once, encoded: {} };
}

/** A page as it was drawn, with the policy that its inline elements need. */
export const preparePage = ($: CheerioAPI, config: Pick<Config, 'mail' | 'sms'>, kind?: { once: boolean }) =>
  pageOf($.html(), policyOf($, config), kind);

/** Reads every page that the site was built with. The home page and the 404 page must be there. */
export function loadPages(siteDir: string, config: Config): SitePages {
  const byName: Partial<Record<Page, PreparedPage>> = {};
  const paths = new Map<string, PreparedPage>();
  const listed: string[] = [];
  for (const [name, path] of Object.entries(pages) as [Page, string][]) {
    let html: string;
    try {
      html = readFileSync(join(siteDir, fileOf(path)), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    const $ = load(html);
    applySettings($, config);
    const page = preparePage($, config);
    byName[name] = page;
    if (name === 'not-found') continue;
    paths.set(path, page);
    if ($('link[rel=canonical]').length > 0) listed.push(path);
  }
  if (!byName.home || !byName['not-found']) {
    throw new SiteMissingError(`The site is not built in ${siteDir}. Run npm run build, or npm start, which does.`);
  }
  return { byName, byPath: (path) => paths.get(path), listed };
}

function encodingFor(request: FastifyRequest): Encoding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((encoding) => new RegExp(`\\b${encoding}\\b(?!;q=0)`).test(accepted));
}

/** Answers with a page. It may be kept, and is asked for again each time: `no-cache` is not `no-store` (RFC 9111 5.2.2). */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: PreparedPage, status = 200) {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
  if (status === 200) {
    reply.header('etag', page.etag);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  }
  reply.code(status);
  const encoding = encodingFor(request);
  if (!encoding) return reply.send(page.html);
  page.encoded[encoding] ??= compress[encoding](page.html, page.once);
  return reply.header('content-encoding', encoding).send(await page.encoded[encoding]);
}
