/** The thank-you page of a browser without scripts, with the part of one outcome. */
import type { CheerioAPI } from 'cheerio';
import type { LeadKind } from '#contract/pages.ts';
import { referencePattern } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { parseMarkup } from '#server/site/markup.ts';
import { confirms } from '#server/site/page-settings.ts';
import { oncePerPage, type PreparedPage, pageOf, preparePage } from '#server/site/pages.ts';

/** Removes the scripts from the response to a post, because they would draw an empty form over it. */
export function removeScripts($: CheerioAPI): void {
  $('script[src], link[rel=modulepreload]').remove();
}

/** The outcome page with the part of one outcome only. */
export async function drawOutcome(html: string, outcome: 'received' | 'unknown' | 'too-large'): Promise<CheerioAPI> {
  const $ = await parseMarkup(html);
  removeScripts($);
  $('[data-outcome]').each((_, element) => {
    const part = $(element);
    if (part.attr('data-outcome') === outcome) part.removeAttr('hidden');
    else part.remove();
  });
  return $;
}

type ThankYouQuery = Readonly<Record<string, unknown>>;

/**
 * The thank-you page of a lead that was sent without scripts. Anybody may ask for it with any reference. It says only whether
 * something was received under the reference.
 */
export function prepareThankYou({ pages: site, config, leads, mintId }: Context) {
  const placeholder = mintId();
  const removed = confirms(config) ? '[data-confirmation="none"]' : '[data-confirmation="mail"]';
  const draw = async (html: string, outcome: 'received' | 'unknown', kind?: LeadKind) => {
    const $ = await drawOutcome(html, outcome);
    $('[data-kind]').each((_, element) => void ($(element).attr('data-kind') !== kind && $(element).remove()));
    $(removed).remove();
    $('[data-reference]').text(placeholder);
    return preparePage($, config, { once: outcome === 'received' });
  };
  const drawAll = oncePerPage(async ({ html }: PreparedPage) => ({
    inquiry: await draw(html, 'received', 'inquiry'),
    intake: await draw(html, 'received', 'intake'),
    unknown: await draw(html, 'unknown'),
  }));
  /** The page, and whether the address names a lead that we have. */
  return async ({ kind, reference }: ThankYouQuery) => {
    const bare = await site.byName('thank-you');
    if (!bare) return undefined;
    const drawn = await drawAll(bare);
    const unknown = { page: drawn.unknown, found: false };
    if (kind !== 'inquiry' && kind !== 'intake') return unknown;
    if (typeof reference !== 'string' || !referencePattern.test(reference)) return unknown;
    if (!(await leads.hasReference(kind, reference))) return unknown;
    const { html, policy } = drawn[kind];
    return { page: pageOf(html.replaceAll(placeholder, reference), policy, { once: true }), found: true };
  };
}
