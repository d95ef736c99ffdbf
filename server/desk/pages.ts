/** The staff console's shell: one HTML document for `/desk` and everything below it. Its data comes from the endpoints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deskPath } from '#contract/desk/session.ts';
import type { Context } from '#server/context.ts';
import { deskPolicyOf } from '#server/http/security-headers.ts';
import { parseMarkup } from '#server/site/markup.ts';
import { oncePerPage, type PreparedPage, pageOf, SiteMissingError, sendPage } from '#server/site/pages.ts';

function readShell(siteDir: string): string {
  try {
    return readFileSync(join(siteDir, 'desk/index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SiteMissingError(`The desk is not built in ${siteDir}. Run npm run build, or npm start, which does.`);
  }
}

const prepareShell = async ({ html }: { readonly html: string }): Promise<PreparedPage> =>
  pageOf(html, deskPolicyOf(await parseMarkup(html)));

/** Other names of this machine. On plain http, a browser stores the desk's cookie only for `localhost`. */
const otherNamesOfLocalhost = /^(?:127\.0\.0\.1|\[::1\])(?=:|$)/;

/** Serves the shell. Addresses below `/desk/assets/` are files: a missing one gets a 404, never the shell. */
export function deskPages(app: FastifyInstance, { siteDir }: Context): void {
  const shell = { html: readShell(siteDir) };
  const prepare = oncePerPage(prepareShell);
  const hidden = { schema: { hide: true } };

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { host = '' } = request.headers;
    if (request.protocol === 'http' && otherNamesOfLocalhost.test(host)) {
      return reply.redirect(`http://${host.replace(otherNamesOfLocalhost, 'localhost')}${request.url}`, 302);
    }
    const path = request.url.split('?')[0] ?? '';
    if (path.startsWith(`${deskPath}/assets/`) || path === `${deskPath}/index.html`) {
      return reply.callNotFound();
    }
    reply.header('x-robots-tag', 'noindex, nofollow');
    return sendPage(request, reply, await prepare(shell));
  }

  app.get(deskPath, hidden, serve);
  app.get(`${deskPath}/*`, hidden, serve);
}
