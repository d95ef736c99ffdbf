import type { CheerioAPI } from 'cheerio';

/** Parses a document, to read and change it. The library is loaded on first use, because loading it takes a tenth of a start. */
export async function parseMarkup(html: string): Promise<CheerioAPI> {
  const { load } = await import('cheerio');
  return load(html);
}

/** Makes an independent copy. Copying takes far less time than parsing. */
export async function copyMarkup($: CheerioAPI): Promise<CheerioAPI> {
  const { load } = await import('cheerio');
  return load($.root().clone().get(0) ?? '');
}
