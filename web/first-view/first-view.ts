import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { tokenSheet } from '../dashboard/theme/tokens.ts';

const tokens = 'virtual:tokens.css';

type Chunks = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type Styled = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The files that a chunk needs, its own first. */
const filesOf = (bundle: Chunks, file: string, found = new Set<string>()): Set<string> => {
  const chunk = bundle[file];
  if (found.has(file) || chunk?.type !== 'chunk') return found;
  found.add(file);
  for (const needed of chunk.imports) filesOf(bundle, needed, found);
  for (const sheet of (chunk as Styled).viteMetadata?.importedCss ?? []) found.add(sheet);
  return found;
};

/** Which document is served first, and what its pages need: patterns of addresses, each with modules below web/dashboard. */
export interface FirstViewOptions {
  html: string;
  pages: readonly (readonly [pattern: string, ...modules: string[]])[];
}

/**
 * What stands there before the document's script has loaded: the colors of both themes are a sheet of their own
 * (`virtual:tokens.css`), and a script of a few lines, which the build names by its content, chooses the theme, shows the
 * grey shapes of the document to who is signed in, and begins to fetch the files of the page that the address names.
 */
export const firstView = ({ html, pages: named }: FirstViewOptions): Plugin => ({
  name: 'first-view',
  resolveId: (id) => (id === tokens ? `\0${tokens}` : null),
  load: (id) => (id === `\0${tokens}` ? tokenSheet() : null),
  writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const chunkOf = (module: string) => {
      const path = join(import.meta.dirname, '../dashboard', module);
      const chunk = chunks.find((one) => one.moduleIds.includes(path));
      if (!chunk) throw new Error(`No file of the build holds ${module}.`);
      return chunk.fileName;
    };
    const folder = dir ?? '';
    const page = readFileSync(join(folder, html), 'utf8');
    // All pages name what they share in one order, in which it packs best.
    const seen = new Set<string>();
    const pages = named.map(([pattern, ...modules]) => {
      const needed = new Set(modules.flatMap((module) => [...filesOf(bundle, chunkOf(module))]));
      for (const file of needed) seen.add(file);
      // What the document names itself is on its way.
      const own = [...seen].filter((file) => needed.has(file) && !page.includes(file));
      return [pattern, own.map((file) => file.replace(/^assets\//, '')).join(' ')];
    });
    const script = readFileSync(join(import.meta.dirname, 'script.js'), 'utf8');
    const { code } = minifySync('first.js', script.replace('globalThis.firstPages', JSON.stringify(pages)));
    const file = `assets/first-${createHash('sha256').update(code).digest('base64url').slice(0, 6)}.js`;
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, html), page.replace('<title>', `<script src="/${file}"></script>\n    <title>`));
  },
});
