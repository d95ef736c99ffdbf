import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entryFile } from './scripts/build/chunks.ts';
import { noCircles } from './scripts/build/circles.ts';
import { forOldBrowsers } from './scripts/build/old-browsers.ts';

const folder = `${import.meta.dirname}/desk`;

/**
 * The build of the staff console: a shell that is not prerendered, its screens as files that load when they are opened, and the
 * worker that receives pushes under a fixed name. It shares no file with the public site.
 */
export default defineConfig({
  root: folder,
  base: '/desk/',
  plugins: [react({ jsxImportSource: '#client' }), noCircles(), forOldBrowsers()],
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { desk: `${folder}/index.html`, worker: `${folder}/worker/push-worker.ts` },
      output: {
        // The first load is one file; otherwise each set of its modules that the same screens share becomes a request of its own.
        codeSplitting: { groups: [entryFile(`${folder}/main.tsx`, 'shell')] },
        // A worker's address is its identity: a new name would leave the old worker registered.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
