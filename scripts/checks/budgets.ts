/**
 * What each page may cost before the first interaction: its number of requests, the bytes of its HTML with its styles, and the
 * bytes of its scripts, all after brotli. Only a page whose script reads the server's responses may load the schema library.
 *
 *     node scripts/checks/budgets.ts    prints every page of dist/site; fails when one is over its budget or has none
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

interface Budget {
  readonly scriptBytes: number;
  /** The bytes of the document and its styles. */
  readonly htmlAndStylesBytes: number;
  /** The document, its font, one of its icons, its scripts and its style sheets. */
  readonly mostRequests: number;
  /** Whether the page may load the schema library (`zod`). */
  readonly schemas: boolean;
}

/** A page with text to read. */
const written: Budget = { scriptBytes: 68_000, htmlAndStylesBytes: 14_000, mostRequests: 8, schemas: false };
const form: Budget = { ...written, scriptBytes: 85_000 };
/** A page that checks the server's responses with schemas. */
const portal: Budget = { ...form, schemas: true };
/** The staff console's shell, with everything it needs to say who is signed in. Screens load after it. */
const desk: Budget = { ...portal, scriptBytes: 100_000 };

const budgets: Readonly<Record<string, Budget>> = {
  '404.html': written,
  'about.html': written,
  'access-code.html': portal,
  'agent.html': portal,
  'dealer-intake.html': form,
  'desk/index.html': desk,
  'index.html': written,
  'inquiry.html': form,
  'lync.html': written,
  'portal.html': portal,
  'privacy.html': written,
  'remote-fi.html': written,
  'services.html': written,
  'status.html': written,
  'terms.html': written,
  'thank-you.html': written,
};

/** A name that every build of the schema library contains. */
const schemaMark = '_zod';

interface Weight {
  readonly page: string;
  readonly htmlAndStyles: number;
  readonly scripts: number;
  readonly requests: number;
  /** Whether its scripts contain the schema library. */
  readonly schemas: boolean;
}

/** The files that a page loads by itself, as URL paths. */
interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Fonts and other files that it preloads. */
  readonly preloads: readonly string[];
  /** A browser loads one of them. */
  readonly icons: readonly string[];
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Finds the files that a page loads by itself. Its scripts are followed through their imports. */
export function filesOf(html: string, read: (path: string) => string): PageFiles {
  const tags = html.match(/<(?:script|link)\s[^>]*>/g) ?? [];
  const linked = (rel: string): string[] =>
    tags.filter((tag) => attribute(tag, 'rel') === rel).flatMap((tag) => attribute(tag, 'href') ?? []);
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

const brotli = promisify<string, Buffer>(brotliCompress);
/** Threads compress, as many at once as there are cores: it takes nearly all of the time. */
const compressed = async (content: string): Promise<number> => (await brotli(content)).length;

const draws = 7;
/** The hash in the name of a built file (`chunkFileNames` in vite.config.ts). */
const hashInName = /([\w-]+)-[\w-]{6}(?=\.(?:js|css)\b)/g;

/**
 * The bytes of a script after brotli. A script contains the hashed names of other files, and other hashes make brotli cut the file
 * into other blocks: the same code then varies by up to 150 bytes. So the size is measured several times with fixed replacement
 * hashes, and the median counts.
 */
async function compressedScript(content: string): Promise<number> {
  const measured = Array.from({ length: draws }, (_, draw) => {
    const drawn = (name: string) => createHash('sha256').update(`${draw} ${name}`).digest('base64url').slice(0, 6);
    return compressed(content.replaceAll(hashInName, (_whole, name: string) => `${name}-${drawn(name)}`));
  });
  const sizes = await Promise.all(measured);
  return sizes.toSorted((a, b) => a - b)[(draws - 1) / 2] ?? 0;
}

/** Known sizes by a script's content, because pages share scripts. */
const known = new Map<string, Promise<number>>();

function scriptBytesOf(content: string): Promise<number> {
  const bytes = known.get(content) ?? compressedScript(content);
  known.set(content, bytes);
  return bytes;
}

async function weigh(folder: string, page: string): Promise<Weight> {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const html = read(page);
  const { scripts, styles, preloads, icons } = filesOf(html, read);
  const sum = async (sizes: readonly Promise<number>[]) =>
    (await Promise.all(sizes)).reduce((all, one) => all + one, 0);
  const requests = 1 + Math.min(icons.length, 1) + preloads.length + scripts.length + styles.length;
  const schemas = scripts.some((path) => read(path).includes(schemaMark));
  const [htmlAndStyles, scriptBytes] = await Promise.all([
    sum([html, ...styles.map(read)].map(compressed)),
    sum(scripts.map((path) => scriptBytesOf(read(path)))),
  ]);
  return { page, htmlAndStyles, scripts: scriptBytes, requests, schemas };
}

/** The ways in which a page is over its budget: one sentence each. */
export function overBudget({ page, htmlAndStyles, scripts, requests, schemas }: Weight): string[] {
  const budget = budgets[page];
  if (!budget) return [`${page}: has no budget in scripts/checks/budgets.ts`];
  const { scriptBytes, htmlAndStylesBytes, mostRequests } = budget;
  const over = (is: boolean, sentence: string): string[] => (is ? [`${page}: ${sentence}`] : []);
  return [
    ...over(
      htmlAndStyles > htmlAndStylesBytes,
      `HTML and styles are ${htmlAndStyles} bytes, the budget is ${htmlAndStylesBytes}`,
    ),
    ...over(scripts > scriptBytes, `scripts before interaction are ${scripts} bytes, the budget is ${scriptBytes}`),
    ...over(requests > mostRequests, `makes ${requests} requests, the budget is ${mostRequests}`),
    ...over(schemas && !budget.schemas, 'loads the schema library, which it may not'),
  ];
}

if (import.meta.main) {
  const folder = 'dist/site';
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  if (pages.length === 0) throw new Error(`${folder} holds no page: run npm run build`);
  const weights = await Promise.all(pages.map((page) => weigh(folder, page)));
  for (const { page, htmlAndStyles, scripts, requests } of weights) {
    console.log(
      `${page.padEnd(24)} HTML and styles ${htmlAndStyles} bytes, scripts ${scripts} bytes, ${requests} requests`,
    );
  }
  const over = weights.flatMap(overBudget);
  for (const line of over) console.error(line);
  process.exitCode = over.length > 0 ? 1 : 0;
}
