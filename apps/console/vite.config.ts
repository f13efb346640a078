import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev:console` finds the API. */
const platform = process.env.KUBEMIN_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, resolved against the <base> of the page.
  base: './',
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // A preloaded chunk that is inlined would be an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { '/api': { target: platform, ws: true, changeOrigin: false } },
  },
});
