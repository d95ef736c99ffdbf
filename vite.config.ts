import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sharedFiles } from './scripts/build/chunks.ts';
import { noCircles } from './scripts/build/circles.ts';
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, so that the build runs on Node 20; its types lie beside it
import { pagesInDevelopment } from './scripts/build/dev-pages.mjs';
import { forOldBrowsers } from './scripts/build/old-browsers.ts';
import { pageStyles } from './scripts/build/page-styles.ts';

/** The server that answers the API while the site is served by Vite (`npm run dev`). */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://localhost:8080';

const api = ['/api', '/functions', '/healthz', '/readyz'];

/** What the server makes beside pages. */
const madeByTheServer = ['/robots.txt', '/site.webmanifest', '/sitemap.xml', '/status.json'];

/** The staff console has a build of its own (`vite.desk.config.ts`). In development the server answers with the built one. */
const builtDesk = ['/desk', '/assets'];

export default defineConfig(({ isSsrBuild }) => ({
  root: 'site',
  appType: 'custom',
  plugins: [react({ jsxImportSource: '#client' }), pagesInDevelopment(), pageStyles(), noCircles(), forOldBrowsers()],
  // Found by itself only from an HTML file, and there is none.
  optimizeDeps: { entries: ['client.tsx'] },
  server: {
    // With the name of the site as their host: by another one the desk would send the browser to the server's own port.
    proxy: Object.fromEntries(
      [...api, ...madeByTheServer, ...builtDesk].map((path) => [path, { target: apiOrigin, changeOrigin: false }]),
    ),
  },
  build: {
    manifest: !isSsrBuild,
    // Without the list of every module's modules, a kilobyte of names, in the entry. Pages and rooms are loaded on intent.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isSsrBuild ? 'site/prerender.tsx' : 'site/client.tsx',
      output: isSsrBuild
        ? { entryFileNames: 'prerender.mjs' }
        : {
            // Their names stand in what each page loads, and a hash cannot be compressed: six of its letters are enough.
            entryFileNames: 'assets/[name]-[hash:6].js',
            chunkFileNames: 'assets/[name]-[hash:6].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: sharedFiles(join(import.meta.dirname, 'site/client.tsx')),
          },
    },
  },
}));
