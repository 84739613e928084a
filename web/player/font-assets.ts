import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { fontFileName, fontFiles, fontWeights } from '#contracts/studio/font-files.ts';

const packages = `${import.meta.dirname}/../../node_modules/@fontsource`;

/**
 * Puts the fonts of designs beside the player, in `fonts`: each file by its name at /sdk/v1/fonts/, and the licence of
 * each font as `<font>.txt`. Fails where the packages hold other files than contracts/studio/font-files.ts says.
 */
export const fontAssets = (): Plugin => ({
  name: 'fonts of designs',
  async generateBundle() {
    for (const [font, { hash, subsets }] of fontFiles) {
      const made = createHash('sha256');
      for (const subset of subsets)
        for (const weight of fontWeights) {
          const source = await readFile(`${packages}/${font}/files/${font}-${subset}-${weight}-normal.woff2`);
          made.update(source);
          this.emitFile({ type: 'asset', fileName: `fonts/${fontFileName(font, subset, weight)}`, source });
        }
      const right = made.digest('base64url').slice(0, 8);
      if (hash !== right) this.error(`The hash of ${font} in contracts/studio/font-files.ts must be ${right}.`);
      const licence = await readFile(`${packages}/${font}/LICENSE`);
      this.emitFile({ type: 'asset', fileName: `fonts/${font}.txt`, source: licence });
    }
  },
});
