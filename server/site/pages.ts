/** The prerendered pages, prepared when the server starts and whenever measured figures change, and served from memory. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  readonly byName: Partial<Record<Page, PreparedPage>>;
  byPath(path: string): PreparedPage | undefined;
  /** The paths of the pages that search engines may list: those with a canonical link. */
  readonly listed: readonly string[];
  /** Writes what was measured into every page. Requests are answered meanwhile; all pages change at one moment. */
  showMeasured(status: Status, figures: ShownFigures): Promise<void>;
}

/** The site is not there to be served. */
export class SiteMissingError extends Error {
  override name = 'SiteMissingError';
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** A page of markup whose policy is known. */
export function pageOf(html: string, policy: string, { once = false } = {}): PreparedPage {
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return { html, policy, tag, once, encoded: {} };
}

/** A page as it was drawn, with the policy that its inline elements need. */
export const preparePage = ($: CheerioAPI, config: Pick<Config, 'mail' | 'sms'>, kind?: { once: boolean }) =>
  pageOf($.html(), policyOf($, config), kind);

/** Reads every page that the site was built with. The home page and the 404 page must be there. */
export function loadPages(siteDir: string, config: Config): SitePages {
  const byName: Partial<Record<Page, PreparedPage>> = {};
  /** The markup of each page before anything measured is written into it. */
  const unmeasured = new Map<Page, string>();
  const names = new Map<string, Page>();
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
    unmeasured.set(name, page.html);
    if (name === 'not-found') continue;
    names.set(path, name);
    if ($('link[rel=canonical]').length > 0) listed.push(path);
  }
  if (!byName.home || !byName['not-found']) {
    throw new SiteMissingError(`The site is not built in ${siteDir}. Run npm run build, or npm start, which does.`);
  }

  async function showMeasured(status: Status, figures: ShownFigures): Promise<void> {
    const next: typeof byName = {};
    for (const [name, html] of unmeasured) {
      await nextTurn();
      const $ = load(html);
      writeFigures($, figures);
      if (name === 'status') writeStatus($, status);
      const page = preparePage($, config);
      // What did not change keeps its encoded forms.
      if (page.tag !== byName[name]?.tag) next[name] = page;
    }
    Object.assign(byName, next);
  }

  const byPath = (path: string) => {
    const name = names.get(path);
    return name && byName[name];
  };
  return { byName, byPath, listed, showMeasured };
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
