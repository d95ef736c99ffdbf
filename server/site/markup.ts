import type { CheerioAPI } from 'cheerio';

/** A document to look into and to change. Its library is loaded with the first one: it would be a tenth of a start. */
export async function parseMarkup(html: string): Promise<CheerioAPI> {
  const { load } = await import('cheerio');
  return load(html);
}

/** A copy that is changed alone. Copying takes far less time than parsing. */
export async function copyMarkup($: CheerioAPI): Promise<CheerioAPI> {
  const { load } = await import('cheerio');
  return load($.root().clone().get(0) ?? '');
}
