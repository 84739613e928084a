import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const production = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url));

const renderedByServer =
  /React\d*\.createElement\((?:PrefetchPageLinks, \{ page: href \}|RSCErrorHandler, \{ error \}, result)\)/g;

/**
 * Makes the router lighter, which every page loads.
 * - Its build for production, not the one with warnings for who develops, which the package names: 0.6 kB.
 * - Without components that nobody uses, 3 kB: making one of a function and naming it does nothing else, which the bundler
 *   cannot know.
 * - Without what is only drawn where a server renders, 1.7 kB: links that fetch ahead, errors of server components.
 */
export const lightRouter = (): Plugin => ({
  name: 'light-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: production('index.mjs') },
        { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
      ],
    },
  }),
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(/^(\w+)\.displayName = "\w+";$/gm, '')
        .replaceAll(renderedByServer, 'null'),
      map: null,
    }),
  },
});
