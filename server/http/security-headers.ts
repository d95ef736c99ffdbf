import { createHash } from 'node:crypto';
import type { CheerioAPI } from 'cheerio';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The hashes of a page's inline elements that match the selector. */
function inlineHashes($: CheerioAPI, selector: string): string[] {
  const texts = $(selector)
    .toArray()
    .map((element) => $(element).text());
  return [...new Set(texts)].map(hashOf);
}

/** Inline scripts that run. `application/json` and `application/ld+json` are data, to which the policy does not apply. */
const inlineScripts = 'script:not([src]):not([type$=json])';

const written = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');

/**
 * The Content-Security-Policy of a page (CSP level 3). It allows our own origin, the page's own inline elements, and requests and
 * forms to the configured mail gateway and, for requests, the SMS function. It refuses inline handlers and attributes, framing,
 * and scripts that write markup (Trusted Types).
 */
export function policyOf($: CheerioAPI, { mail, sms }: Pick<Config, 'mail' | 'sms'>): string {
  const self = ["'self'"];
  const mailTargets = mail.origin ? [...self, mail.origin] : self;
  const callTargets = sms.function ? [...mailTargets, new URL(sms.function.baseUrl).origin] : mailTargets;
  const directives = {
    'default-src': ["'none'"],
    'script-src': [...self, ...inlineHashes($, inlineScripts)],
    'style-src': [...self, ...inlineHashes($, 'style')],
    'img-src': [...self, 'data:'],
    'font-src': self,
    'connect-src': callTargets,
    'form-action': mailTargets,
    'manifest-src': self,
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return written(directives);
}

/**
 * The policy of the desk's shell: our own origin alone, its inline style and script by their hashes, and one Trusted Types policy, `desk`,
 * which makes the address of the worker that receives pushes.
 */
export const deskPolicyOf = ($: CheerioAPI): string =>
  written({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes($, inlineScripts)],
    'style-src': ["'self'", ...inlineHashes($, 'style')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    // The desk previews mails in a frame.
    'frame-src': ["'self'"],
    'form-action': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['desk'],
  });

/**
 * The policy of a mail that the desk shows in a frame: it allows the mail's inline styles and pictures in `data:` addresses, and
 * nothing else. The frame has no origin (`sandbox`). It cannot run, load or send anything, and its links do not work,
 * whatever somebody wrote into a form.
 */
export const policyOfPreview = written({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
  sandbox: [],
});

const hstsOneYear = 'max-age=31536000';

/** The policy of every response that is not a page: it may load nothing. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'";

export type SecurityConfig = Pick<Config, 'production' | 'hstsSubdomains'>;

/** The headers of every response. A page replaces the policy with its own. */
export function securityHeaders({ production, hstsSubdomains }: SecurityConfig): Record<string, string> {
  const headers = {
    'content-security-policy': policyOfData,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  // Over plain http, browsers ignore both headers and log a complaint about the second.
  if (!production) return headers;
  return {
    ...headers,
    'strict-transport-security': hstsSubdomains ? `${hstsOneYear}; includeSubDomains` : hstsOneYear,
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** Sets the headers that every response carries. */
export function addSecurityHeaders(app: FastifyInstance, config: SecurityConfig): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}
