/** A mail server that shows its mail on a page. For development, on this machine only, in memory. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type Html, html } from '#server/outbox/mail/html.ts';

const host = '127.0.0.1';
const mailsKept = 200;

interface Received {
  readonly mail: Email;
  readonly to: readonly string[];
  readonly at: Date;
}

const page = (body: Html) => html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Mail</title>
<style>body{font:16px/1.5 sans-serif;margin:2rem;max-width:70rem}table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #ccc;padding:.4rem .8rem .4rem 0;text-align:left}iframe{width:100%;height:60vh;border:1px solid #ccc}
pre{white-space:pre-wrap;background:#f4f4f4;padding:1rem}</style>${body}</html>`;

function listPage(received: ReadonlyMap<number, Received>): Html {
  const rows = [...received].map(
    ([index, { mail, to, at }]) =>
      html`<tr><td>${at.toLocaleTimeString('en-US')}</td><td>${to.join(', ')}</td>
      <td><a href="/${index}">${mail.subject ?? '(no subject)'}</a></td></tr>`,
  );
  return page(html`<h1>Mail</h1><p>${received.size} received since the start. Reload for more.</p>
    <table><tr><th>At</th><th>To</th><th>Subject</th></tr>${rows.reverse()}</table>`);
}

function mailPage({ mail, to }: Received, index: number): Html {
  const address = (value: Email['from']) => value?.address ?? '';
  return page(html`<p><a href="/">All mail</a></p><h1>${mail.subject ?? ''}</h1>
    <p>From ${address(mail.from)}, to ${to.join(', ')}, reply to ${address(mail.replyTo?.[0])}</p>
    <iframe sandbox src="/${index}/html" title="The HTML part"></iframe><h2>Text</h2><pre>${mail.text ?? ''}</pre>`);
}

const send = (response: ServerResponse, status: number, content: Html | string) =>
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      // A mail contains what strangers typed, so its page runs nothing and loads nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
    })
    .end(content.toString());

/** Starts the mail server on a free port and its page on `pagePort`; 0 means any free port. */
export async function startDevMail(pagePort: number) {
  const received = new Map<number, Received>();
  let count = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      buffer(stream)
        .then((content) => PostalMime.parse(content))
        .then((mail) => {
          count += 1;
          received.set(count, { mail, to: session.envelope.rcptTo.map(({ address }) => address), at: new Date() });
          received.delete(count - mailsKept);
          done();
        }, done);
    },
  });
  const pages = createServer((request, response) => {
    const [, index = '', part] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    const one = received.get(Number(index));
    if (index === '') send(response, 200, listPage(received));
    else if (!one) send(response, 404, page(html`<p>No such mail. <a href="/">All mail</a></p>`));
    else
      send(
        response,
        200,
        part === 'html' ? one.mail.html || page(html`<p>No HTML part.</p>`) : mailPage(one, Number(index)),
      );
  });
  await once(smtp.server.listen(0, host), 'listening');
  await once(pages.listen(pagePort, host), 'listening');
  const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;
  return {
    smtpUrl: `smtp://${host}:${portOf(smtp.server)}`,
    pageUrl: `http://localhost:${portOf(pages)}`,
    async stop() {
      await new Promise<void>((resolve) => smtp.close(resolve));
      pages.closeAllConnections();
      await new Promise((resolve) => pages.close(resolve));
    },
  };
}
