/** The prerendered pages: read when the server starts, prepared on their first request, and served from memory. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CheerioAPI } from 'cheerio';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, pages } from '#contract/pages.ts';
import type { ShownFigures } from '#contract/status.ts';
import type { Status } from '#contract/status-endpoints.ts';
import type { Config } from '#server/config.ts';
import { chooseEncoding, namesTag, tagOf } from '#server/http/encoding.ts';
import { notAcceptable, Refusal } from '#server/http/refusal.ts';
import { policyOf } from '#server/http/security-headers.ts';
import { writeFigures } from './figures-in-page.ts';
import { parseMarkup } from './markup.ts';
import { applySettings } from './page-settings.ts';
import { writeStatus } from './status-page.ts';

const encode = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const brotliQuality = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Compresses a page: as small as possible when many will request it, and quickly when it is sent only once. */
const compress = {
  br: (html: string, once: boolean) => encode.br(html, brotliQuality(once ? 4 : 10)),
  gzip: (html: string, once: boolean) => encode.gzip(html, { level: once ? 4 : 9 }),
};

export interface PreparedPage {
  readonly html: string;
  readonly policy: string;
  /** The beginning of its entity tags: a digest of the markup. */
  readonly tag: string;
  /** Whether the page answers a single request. */
  readonly once: boolean;
  /** The page in each encoding, made on first request. */
  readonly encoded: Partial<Record<keyof typeof compress, Promise<Buffer>>>;
}

export type SitePages = ReturnType<typeof loadPages>;

interface Measured {
  readonly status: Status;
  readonly figures: ShownFigures;
}

/** The site has not been built. */
export class SiteMissingError extends Error {
  override name = 'SiteMissingError';
}

/** How a page asks search engines not to list it, in the built markup (`scripts/build/page.mjs`). */
const notListed = '<meta name="robots" content="noindex">';

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Makes a page from markup with a known policy. */
export function pageOf(html: string, policy: string, { once = false } = {}): PreparedPage {
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return { html, policy, tag, once, encoded: {} };
}

/** Makes a page from a document, with the policy that its inline elements need. */
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
 * Reads every page that the site was built with. The home page and the 404 page must exist.
 *
 * A page is parsed on its first request, and again after the measured figures have changed, because parsing all pages takes as long
 * as the rest of a start.
 */
export function loadPages(siteDir: string, config: Config) {
  const markup = readPages(siteDir);
  const names = new Map(
    (Object.entries(pages) as [Page, string][])
      .filter(([name]) => name !== 'not-found' && markup.has(name))
      .map(([name, path]) => [path, name]),
  );
  const prepared = new Map<Page, { readonly page: Promise<PreparedPage>; readonly shows: Measured | undefined }>();
  let measured: Measured | undefined;

  async function prepare(name: Page, html: string, shows?: Measured, before?: Promise<PreparedPage>) {
    const $ = await parseMarkup(html);
    applySettings($, config);
    if (shows) writeFigures($, shows.figures);
    if (shows && name === 'status') writeStatus($, shows.status);
    const page = preparePage($, config);
    const last = await before?.catch(() => undefined);
    // An unchanged page keeps its encoded forms.
    return page.tag === last?.tag ? last : page;
  }

  /** Prepares a page once for all simultaneous requests. */
  function begin(name: Page, html: string): Promise<PreparedPage> {
    const before = prepared.get(name);
    if (before && before.shows === measured) return before.page;
    const page = prepare(name, html, measured, before?.page);
    const entry = { page, shows: measured };
    prepared.set(name, entry);
    // A failed preparation is not kept, so the next request tries again.
    page.catch(() => prepared.get(name) === entry && prepared.delete(name));
    return page;
  }

  /** The current page; undefined when the site was built without it. */
  async function byName(name: Page): Promise<PreparedPage | undefined> {
    const html = markup.get(name);
    return html === undefined ? undefined : begin(name, html);
  }

  return {
    byName,
    /** The page at a path. The 404 page has no path. */
    async byPath(path: string) {
      const name = names.get(path);
      return name && byName(name);
    },
    has: (path: string) => names.has(path),
    /** The paths of the pages that search engines may list: those that do not ask not to be listed. */
    listed: [...names].filter(([, name]) => !(markup.get(name) ?? notListed).includes(notListed)).map(([path]) => path),
    /** Shows the measured figures in every page from now on. */
    showMeasured(status: Status, figures: ShownFigures) {
      measured = { status, figures };
    },
  };
}

/** Remembers what `make` made from a page until the page changes. A failure is not kept. */
export function oncePerPage<Of extends Pick<PreparedPage, 'html'>, Made>(
  make: (page: Of) => Promise<Made>,
): (page: Of) => Promise<Made> {
  let last: { readonly page: Of; readonly made: Promise<Made> } | undefined;
  return (page) => {
    if (last?.page === page) return last.made;
    const entry = { page, made: make(page) };
    last = entry;
    entry.made.catch(() => {
      if (last === entry) last = undefined;
    });
    return entry.made;
  };
}

/**
 * Whether somebody loads the page again (RFC 9111 5.2.1.1, as all browsers do it). Such a request gets the whole page even when the
 * browser has it: a proxy may have cut it off, and the browser takes the half for the whole.
 */
const isReload = ({ headers }: FastifyRequest): boolean => headers['cache-control'] === 'max-age=0';

/** Sends a page. Browsers may store it but must check it each time: `no-cache` is not `no-store` (RFC 9111 5.2.2). */
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
    if (!isReload(request) && namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.code(status);
  if (encoding === 'identity') return reply.send(page.html);
  page.encoded[encoding] ??= compress[encoding](page.html, page.once);
  return reply.header('content-encoding', encoding).send(await page.encoded[encoding]);
}
