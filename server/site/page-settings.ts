import type { CheerioAPI } from 'cheerio';
import type { LeadKind } from '#contract/pages.ts';
import { type RuntimeSettings, runtimeBlockId } from '#contract/runtime.ts';
import { sendFormPath } from '#contract/send.ts';
import type { Config } from '#server/config.ts';

/** Whether forms are confirmed by mail, up to a limit for each address. */
export const confirms = ({ mail, smtp }: Pick<Config, 'mail' | 'smtp'>): boolean =>
  smtp !== undefined && mail.origin === '';

/** The part of the configuration that the pages need, listed field by field so that nothing else is published. */
function runtimeSettings(config: Pick<Config, 'mail' | 'sms' | 'smtp'>): RuntimeSettings {
  const { origin, publicKey, serviceId, templateIds, blockHeadless, throttleMs } = config.mail;
  const { baseUrl, token } = config.sms.function ?? { baseUrl: '', token: '' };
  return {
    mail: { origin, publicKey, serviceId, templateIds, blockHeadless, confirms: confirms(config), throttleMs },
    sms: { baseUrl, token },
  };
}

/** JSON that cannot end the script element around it (HTML standard, "restrictions for contents of script"). */
export const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Makes an absolute address of every path in a JSON document. Other texts are not changed. */
function withAddresses(value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string') return value.startsWith('/') ? new URL(value, publicUrl).href : value;
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, publicUrl));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withAddresses(item, publicUrl)]));
}

/**
 * Writes the configuration into a prerendered page: the settings block, the target of the forms, and the absolute addresses of
 * canonical links, structured data and pictures for other sites.
 */
export function applySettings($: CheerioAPI, config: Pick<Config, 'mail' | 'sms' | 'smtp' | 'publicUrl'>): void {
  const { mail, publicUrl } = config;
  $(`#${runtimeBlockId}`).text(inScript(runtimeSettings(config)));
  $('form[data-mail-form]').each((_, element) => {
    const form = $(element);
    const kind = form.attr('data-mail-form') as LeadKind;
    form.attr('action', `${mail.origin}${sendFormPath}`);
    form.find('input[name=user_id]').attr('value', mail.publicKey);
    form.find('input[name=service_id]').attr('value', mail.serviceId);
    form.find('input[name=template_id]').attr('value', mail.templateIds[kind]);
  });
  $('script[type="application/ld+json"]').each((_, element) => {
    const block = $(element);
    block.text(inScript(withAddresses(JSON.parse(block.text()), publicUrl)));
  });
  for (const [selector, attribute] of [
    ['link[rel=canonical]', 'href'],
    ['meta[property="og:url"]', 'content'],
    ['meta[property="og:image"]', 'content'],
  ] as const) {
    const element = $(selector);
    const path = element.attr(attribute);
    if (path?.startsWith('/')) element.attr(attribute, new URL(path, publicUrl).href);
  }
}
