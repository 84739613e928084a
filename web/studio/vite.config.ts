import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileWords } from '../compile-words.ts';
import { scopedName, withoutAnimations } from '../css-names.ts';
import { directImports } from '../direct-imports.ts';
import { firstView } from '../first-view/first-view.ts';
import { lightRouter } from '../light-router.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The order of the layers (theme/base.css) is said before any of them: files of parts come before that of the page. */
const layersFirst = (): Plugin => ({
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `@layer base,mui,kit;${file.source}`;
  },
});

/**
 * Builds the studio beside the dashboard into dist/web: a document of its own that shares its sources but none of its files, so
 * that what one of the two needs decides nothing of the other.
 */
export default defineConfig({
  root: at('.'),
  base: '/',
  plugins: [
    compileWords(),
    react(),
    directImports(),
    lightRouter(),
    layersFirst(),
    firstView({ html: 'studio.html', pages: [['^/studio/']] }),
  ],
  css: { modules: { generateScopedName: scopedName, getJSON: withoutAnimations } },
  resolve: { alias: { '#contracts': at('../../contracts') } },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: at('studio.html'),
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: 'assets/studio-[name]-[hash:7].js',
        entryFileNames: 'assets/studio-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
