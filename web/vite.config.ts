import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkNames } from './chunks.ts';
import { compileWords } from './compile-words.ts';
import { scopedName, withoutAnimations } from './css-names.ts';
import { directImports } from './direct-imports.ts';
import { firstView } from './first-view/first-view.ts';
import { framedPages } from './first-view/pages.ts';
import { lightRouter } from './light-router.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// What is around each page behind the sign-in.
const frame = 'shell/session/SignedIn.tsx';
const pages = framedPages.map(
  ([pattern, ...modules]) => [pattern, frame, ...modules.filter((one) => one !== undefined)] as const,
);

/** Builds the dashboard into dist/web: hashed files, nothing inline, so that a strict content policy holds. */
export default defineConfig({
  root: at('./dashboard'),
  base: '/',
  plugins: [compileWords(), react(), directImports(), lightRouter(), firstView({ html: 'index.html', pages })],
  css: { modules: { generateScopedName: scopedName, getJSON: withoutAnimations } },
  resolve: { alias: { '#contracts': at('../contracts') } },
  build: {
    outDir: at('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the document has loaded is named in no page's list of files: the first of them carries all these lists.
      resolveDependencies: (_, files) => files.filter((file) => !/\/(rolldown-runtime|react)-[^/]+$/.test(file)),
    },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // How long its own parts take says nothing to whoever installs the product.
      checks: { pluginTimings: false },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Each page names a hundred files: a character less of each is a hundred bytes of it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Sheets have no names at all.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // A module goes to the file of those who load it, not along with what imports it.
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'by who loads it', name: chunkNames(at('./dashboard/main.tsx')) }],
        },
      },
    },
  },
});
