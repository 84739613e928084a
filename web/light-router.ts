import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const production = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url));

const renderedByServer =
  /React\d*\.createElement\((?:PrefetchPageLinks, \{ page: href \}|RSCErrorHandler, \{ error \}, result)\)/g;

// Without a server that renders it answers just this.
const fetchesAhead = /usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/g;

/**
 * Makes the router lighter, which every page loads.
 * - Its build for production, not the one with warnings for who develops, which the package names: 0.6 kB.
 * - Without components that nobody uses, 3 kB: making one of a function and naming it does nothing else, which the bundler
 *   cannot know.
 * - Without what is only drawn where a server renders, 2 kB: links that fetch ahead, errors of server components.
 * - Without a router of hashes, 0.2 kB: react-admin makes one only where there is no router around it.
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
    filter: {
      id: /\/node_modules\/(react-router\/dist\/.*\.mjs|ra-core\/dist\/routing\/adapters\/reactRouterProvider\.js)$/,
    },
    handler: (code, id) => ({
      code: id.includes('/ra-core/')
        ? code.replaceAll('createHashRouter', 'createBrowserRouter')
        : code
            .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
            .replaceAll(/^(\w+)\.displayName = "\w+";$/gm, '')
            .replaceAll(renderedByServer, 'null')
            .replaceAll(fetchesAhead, '[false, null, {}]'),
      map: null,
    }),
  },
});
