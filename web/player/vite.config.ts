import { defineConfig } from 'vite';
import { fontAssets } from './font-assets.ts';

const folder = import.meta.dirname;

/** Builds the player as one minified ES module without dependencies (library mode would keep the white space). */
export default defineConfig({
  root: folder,
  plugins: [fontAssets()],
  // The component for React goes beside the script as it is written: whoever uses it compiles it.
  publicDir: `${folder}/react`,
  build: {
    target: 'es2022',
    outDir: `${folder}/../../dist/player`,
    emptyOutDir: true,
    minify: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${folder}/player.ts`,
      output: { format: 'es', entryFileNames: 'player.js', codeSplitting: false },
    },
  },
});
