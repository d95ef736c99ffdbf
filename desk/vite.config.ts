import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The build of the staff console: a shell that is not prerendered, its screens as files that load when they are opened, and the
 * worker that receives pushes under a fixed name. It shares no file with the public site.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [react()],
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { desk: `${import.meta.dirname}/index.html`, worker: `${import.meta.dirname}/worker/push-worker.ts` },
      output: {
        // A worker's address is its identity: a new name would leave the old worker registered.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
