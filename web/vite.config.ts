import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the dashboard into dist/web: hashed files, nothing inline, so that a strict content policy holds. */
export default defineConfig({
  root: at('./dashboard'),
  base: '/',
  plugins: [react()],
  resolve: { alias: { '#contracts': at('../contracts') } },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
});
