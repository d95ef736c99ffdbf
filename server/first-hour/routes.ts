/** The page of a test link: plain HTML with one button, so that it works on any telephone. Opening it changes nothing. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { brand } from '#brand/brand.ts';
import { testLinkPath } from '#contract/desk/first-hour.ts';
import { endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';
import { Html, html } from '#server/outbox/mail/html.ts';

const path = `${testLinkPath}/:token` as const;

const showTestLink = endpoint('GET', path, {
  summary: 'The page of a test link',
  responses: { 200: z.string() },
});

const pressTestLink = endpoint('POST', path, {
  summary: 'Press the button of a test link',
  accepts: ['url-encoded'],
  responses: { 200: z.string() },
});

const style = `body{margin:0;padding:12vh 24px;background:#fbf9f5;color:#12181f;font:400 20px/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto}h1{font-size:28px;line-height:1.25;margin:0 0 16px}
button{min-height:56px;width:100%;margin-top:24px;border:0;border-radius:4px;background:#f9d44a;color:#12181f;font:inherit;font-weight:700}
button:focus-visible{outline:3px solid #12181f;outline-offset:2px}`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const words = {
  works: ['It works so far', 'You opened a test link. Press the button, and the desk knows that links reach you.'],
  pressed: ['Links reach you', 'The desk has your press. Nothing else is to do, and you can close this page.'],
  dead: ['This link does not work any more', 'Ask for a new test link at the desk.'],
} as const;

function draw(standing: keyof typeof words): string {
  const [heading, text] = words[standing];
  const markup = html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${heading} – ${brand.name}</title><style>${Html.of([style], [])}</style></head><body><main><h1>${heading}</h1><p role="status">${text}</p>${
    standing === 'works' && html`<form method="post"><button>Links reach me</button></form>`
  }</main></body></html>`;
  return `<!doctype html>${markup.toString()}`;
}

export function testLinkRoutes(app: FastifyInstance, context: Context): void {
  const { firstHour } = context;
  const send = (reply: FastifyReply, standing: keyof typeof words) =>
    reply
      .code(standing === 'dead' ? 404 : 200)
      // With no-referrer the browser would send the press with the origin `null` (Fetch standard, the Origin header), which is refused.
      .headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin' })
      .type('text/html; charset=utf-8')
      .send(draw(standing));

  register(app, context, showTestLink, async ({ params: { token }, reply }) =>
    send(reply, await firstHour.lookAtLink(token)),
  );

  register(app, context, pressTestLink, async ({ params: { token }, reply }) => {
    await firstHour.pressLink(token);
    return send(reply, await firstHour.lookAtLink(token));
  });
}
