/**
 * What a page may cost before anybody touches it: how often it asks the server, and in bytes after brotli its HTML with
 * its styles, and its scripts.
 *
 *   node scripts/checks/budgets.ts    prints every page of dist/site, fails when one is over its budget
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const htmlAndStylesBytes = 14_000;
/** The document, its font, one of its icons, its scripts and its style sheets. */
const mostRequests = 8;
/** Scripts of a page; a page that is not named here has no budget for them, and is printed all the same. */
const scriptBytes: Readonly<Record<string, number>> = { 'index.html': 68_000 };

export interface Weight {
  readonly page: string;
  readonly htmlAndStyles: number;
  readonly scripts: number;
  readonly requests: number;
}

/** What a page fetches by itself, as URL paths. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Fonts and whatever else it asks for early. */
  readonly preloads: readonly string[];
  /** A browser takes one of them. */
  readonly icons: readonly string[];
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** The files that a page fetches by itself. Its scripts are followed into those that they import. */
export function filesOf(html: string, read: (path: string) => string): PageFiles {
  const tags = html.match(/<(?:script|link)\s[^>]*>/g) ?? [];
  const linked = (rel: string): string[] =>
    tags
      .filter((tag) => attribute(tag, 'rel') === rel && !/\sdisabled[\s>=]/.test(tag))
      .flatMap((tag) => attribute(tag, 'href') ?? []);
  const scripts = tags.filter((tag) => attribute(tag, 'rel') === 'modulepreload' || attribute(tag, 'src'));
  const seen = new Set<string>();
  const follow = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, from = ''] of read(path).matchAll(/\b(?:import|from)\s*["'`](\.[^"'`]+)["'`]/g)) {
      follow(posix.join(posix.dirname(path), from));
    }
  };
  for (const tag of scripts) follow(attribute(tag, 'src') ?? attribute(tag, 'href') ?? '');
  return { scripts: [...seen], styles: linked('stylesheet'), preloads: linked('preload'), icons: linked('icon') };
}

const compressed = (content: string | Buffer): number => brotliCompressSync(content).length;

function weigh(folder: string, page: string): Weight {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const html = read(page);
  const { scripts, styles, preloads, icons } = filesOf(html, read);
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + compressed(read(path)), 0);
  const requests = 1 + Math.min(icons.length, 1) + preloads.length + scripts.length + styles.length;
  return { page, htmlAndStyles: compressed(html) + sum(styles), scripts: sum(scripts), requests };
}

/** What is over its budget: one sentence each. */
export function overBudget({ page, htmlAndStyles, scripts, requests }: Weight): string[] {
  const most = scriptBytes[page] ?? Number.POSITIVE_INFINITY;
  return [
    ...(htmlAndStyles > htmlAndStylesBytes
      ? [`${page}: HTML and styles are ${htmlAndStyles} bytes, the budget is ${htmlAndStylesBytes}`]
      : []),
    ...(scripts > most ? [`${page}: scripts before interaction are ${scripts} bytes, the budget is ${most}`] : []),
    ...(requests > mostRequests ? [`${page}: makes ${requests} requests, the budget is ${mostRequests}`] : []),
  ];
}

if (import.meta.main) {
  const folder = 'dist/site';
  const pages = readdirSync(folder).filter((file) => file.endsWith('.html'));
  if (pages.length === 0) throw new Error(`${folder} holds no page: run npm run build`);
  const weights = pages.map((page) => weigh(folder, page));
  for (const { page, htmlAndStyles, scripts, requests } of weights) {
    console.log(
      `${page.padEnd(24)} HTML and styles ${htmlAndStyles} bytes, scripts ${scripts} bytes, ${requests} requests`,
    );
  }
  const over = weights.flatMap(overBudget);
  for (const line of over) console.error(line);
  process.exitCode = over.length > 0 ? 1 : 0;
}
