/** The prerendered pages, read when the server starts, prepared when they are first asked for, and served from memory. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CheerioAPI, load } from 'cheerio';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, pages } from '#contract/pages.ts';
import type { ShownFigures } from '#contract/status.ts';
import type { Status } from '#contract/status-endpoints.ts';
import type { Config } from '#server/config.ts';
import { chooseEncoding, namesTag, tagOf } from '#server/http/encoding.ts';
import { notAcceptable, Refusal } from '#server/http/refusal.ts';
import { policyOf } from '#server/http/security-headers.ts';
import { writeFigures } from './figures-in-page.ts';
import { applySettings } from './page-settings.ts';
import { writeStatus } from './status-page.ts';

const encode = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const brotliQuality = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** A page that many ask for is made as small as it can be; one that is sent once is made small without much work. */
const compress = {
  br: (html: string, once: boolean) => encode.br(html, brotliQuality(once ? 4 : 10)),
  gzip: (html: string, once: boolean) => encode.gzip(html, { level: once ? 4 : 9 }),
};

export interface PreparedPage {
  readonly html: string;
  readonly policy: string;
  /** What its tags begin with: a digest of the markup. */
  readonly tag: string;
  /** Whether the page answers one request and is then forgotten. */
  readonly once: boolean;
  /** The page in each encoding, made when it is first asked for. */
  readonly encoded: Partial<Record<keyof typeof compress, Promise<Buffer>>>;
}

export interface SitePages {
  /** A page as it is now; undefined when the site was built without it. */
  byName(name: Page): PreparedPage | undefined;
  /** The page that answers for a path; the 404 page answers for none. */
  byPath(path: string): PreparedPage | undefined;
  has(path: string): boolean;
  /** The paths of the pages that search engines may list: those with a canonical link. */
  readonly listed: readonly string[];
  /** Shows what was measured, in every page that is asked for from now on. */
  showMeasured(status: Status, figures: ShownFigures): void;
}

/** The site is not there to be served. */
export class SiteMissingError extends Error {
  override name = 'SiteMissingError';
}

/** How a page's canonical link begins in the built markup (`scripts/build/page.mjs`). */
const canonicalLink = '<link rel="canonical"';

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** A page of markup whose policy is known. */
export function pageOf(html: string, policy: string, { once = false } = {}): PreparedPage {
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return { html, policy, tag, once, encoded: {} };
}

/** A page as it was drawn, with the policy that its inline elements need. */
export const preparePage = ($: CheerioAPI, config: Pick<Config, 'mail' | 'sms'>, kind?: { once: boolean }) =>
  pageOf($.html(), policyOf($, config), kind);

/** The markup of every page that the site was built with. */
function readPages(siteDir: string): ReadonlyMap<Page, string> {
  const markup = new Map<Page, string>();
  for (const [name, path] of Object.entries(pages) as [Page, string][]) {
    try {
      markup.set(name, readFileSync(join(siteDir, fileOf(path)), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  if (markup.has('home') && markup.has('not-found')) return markup;
  throw new SiteMissingError(`The site is not built in ${siteDir}. Run npm run build, or npm start, which does.`);
}

/**
 * Reads every page that the site was built with. The home page and the 404 page must be there.
 *
 * A page is parsed when it is first asked for, and again after what is measured has changed: parsing all of them takes as long
 * as the rest of a start.
 */
export function loadPages(siteDir: string, config: Config): SitePages {
  const markup = readPages(siteDir);
  const names = new Map(
    (Object.entries(pages) as [Page, string][])
      .filter(([name]) => name !== 'not-found' && markup.has(name))
      .map(([name, path]) => [path, name]),
  );
  const prepared = new Map<Page, PreparedPage>();
  /** The pages that show what was measured last. */
  const current = new Set<Page>();
  let measured: { readonly status: Status; readonly figures: ShownFigures } | undefined;

  function prepare(name: Page, html: string): PreparedPage {
    const $ = load(html);
    applySettings($, config);
    if (measured) writeFigures($, measured.figures);
    if (measured && name === 'status') writeStatus($, measured.status);
    return preparePage($, config);
  }

  function byName(name: Page): PreparedPage | undefined {
    const html = markup.get(name);
    if (html === undefined) return undefined;
    const before = prepared.get(name);
    if (before && current.has(name)) return before;
    const made = prepare(name, html);
    // What did not change keeps its encoded forms.
    const page = made.tag === before?.tag ? before : made;
    prepared.set(name, page);
    current.add(name);
    return page;
  }

  return {
    byName,
    byPath(path) {
      const name = names.get(path);
      return name && byName(name);
    },
    has: (path) => names.has(path),
    listed: [...names].filter(([, name]) => markup.get(name)?.includes(canonicalLink)).map(([path]) => path),
    showMeasured(status, figures) {
      measured = { status, figures };
      current.clear();
    },
  };
}

/** Remembers what was made of a page until the page changes. */
export function oncePerPage<Made>(make: (page: PreparedPage) => Made): (page: PreparedPage) => Made {
  let last: { readonly page: PreparedPage; readonly made: Made } | undefined;
  return (page) => {
    if (last?.page !== page) last = { page, made: make(page) };
    return last.made;
  };
}

/** Answers with a page. It may be kept, and is asked for again each time: `no-cache` is not `no-store` (RFC 9111 5.2.2). */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: PreparedPage, status = 200) {
  reply.header('vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding) throw new Refusal(notAcceptable);
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'cache-control': 'no-cache',
  });
  if (status === 200) {
    const etag = tagOf(page.tag, encoding);
    reply.header('etag', etag);
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.code(status);
  if (encoding === 'identity') return reply.send(page.html);
  page.encoded[encoding] ??= compress[encoding](page.html, page.once);
  return reply.header('content-encoding', encoding).send(await page.encoded[encoding]);
}
