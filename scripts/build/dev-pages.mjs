import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { archivoFile, fontFaces } from './font.mjs';

const iconFile = fileURLToPath(new URL('../../client/ui/mark.svg', import.meta.url));
const fontPath = '/archivo.woff2';

/** Serves pages in development as empty documents that the client fills. Vite reads the page table: a new page needs no restart. */
export function pagesInDevelopment() {
  return {
    name: 'boxline-pages-in-development',
    apply: 'serve',
    configureServer(server) {
      const proxied = Object.keys(server.config.server.proxy ?? {});
      server.middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        if (path === fontPath) {
          response.setHeader('content-type', 'font/woff2');
          response.end(await readFile(archivoFile));
          return;
        }
        const isOurs =
          (request.headers.accept ?? '').includes('text/html') && !proxied.some((one) => path.startsWith(one));
        if (!isOurs) return next();
        const { describePage, pageAt } = await server.ssrLoadModule('/prerender.tsx');
        const page = describePage(pageAt(path));
        // In development a mail server always runs, so those who fill in a form are sent a confirmation.
        const runtime = { ...page.runtime, mail: { ...page.runtime.mail, confirms: true } };
        const html = `<!doctype html><html lang="en" data-page="${page.name}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><script>${page.headScript}</script><title>${page.title}</title>
<link rel="icon" href="/@fs${iconFile}"><style>${fontFaces(fontPath)}</style>
<script type="application/json" id="${page.runtimeBlockId}">${JSON.stringify(runtime)}</script>
</head><body><div id="root"></div><script type="module" src="/client.tsx"></script></body></html>`;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.statusCode = page.name === 'not-found' ? 404 : 200;
        response.end(await server.transformIndexHtml(path, html));
      });
    },
  };
}
