import { build, type InlineConfig } from 'vite';
import { fontAssets } from './font-assets.ts';

const folder = import.meta.dirname;

/** One minified ES module without imports of others (library mode would keep the white space). */
const bundle = (name: string, source = name): InlineConfig => ({
  configFile: false,
  root: folder,
  logLevel: 'warn',
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: `${folder}/../../dist/player`,
    emptyOutDir: false,
    minify: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${folder}/${source}.ts`,
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false },
    },
  },
});

const player = bundle('player');

/** Builds the player, and beside it the module that draws designs, its words in other languages, what loads fonts, and these. */
export default {
  ...player,
  // The component for React goes beside the script as it is written: whoever uses it compiles it.
  publicDir: `${folder}/react`,
  build: { ...player.build, emptyOutDir: true },
  plugins: [
    fontAssets(),
    {
      name: 'designs',
      async closeBundle() {
        await build(bundle('design'));
        await build(bundle('design-words'));
        await build(bundle('design-fonts', 'render/fonts'));
      },
    },
  ],
} satisfies InlineConfig;
