import { readFile } from 'node:fs/promises';
import { type Plugin, parseSync } from 'vite';

type Module = ReturnType<typeof parseSync>['module'];
type Resolve = (specifier: string, importer: string) => Promise<string | null>;

/** Where a name is declared: a module, and the name that it has there. */
interface Place {
  id: string;
  name: string;
}

// Packages that declare that none of their modules has an effect of its own: one may be loaded without its index.
const packages = /^(ra-core|react-admin|ra-ui-materialui|@mui\/\w+|lucide-react)(\/|$)/;

/** Finds where names are declared that the indexes of packages hand on; files are read once. */
const placesOf = (resolve: Resolve) => {
  const modules = new Map<string, Promise<Module>>();
  const moduleOf = (id: string): Promise<Module> => {
    const known = modules.get(id) ?? readFile(id, 'utf8').then((code) => parseSync(id, code).module);
    modules.set(id, known);
    return known;
  };
  const find = async (id: string, name: string): Promise<Place | null> => {
    const { staticImports, staticExports } = await moduleOf(id);
    const entries = staticExports.flatMap((one) => one.entries);
    // What is imported as a default and exported again is told by its local name.
    const defaults = staticImports
      .flatMap((one) => one.entries)
      .flatMap(({ importName }) => (importName.kind === 'Default' ? [importName.start] : []));
    const own = entries.find(({ exportName: { kind, name: its } }) => (kind === 'Default' ? 'default' : its) === name);
    const from = own?.moduleRequest && own.importName.kind !== 'All' ? [own] : [];
    if (own && from.length === 0) return { id, name };
    const handedOn = own ? from : entries.filter(({ importName: { kind } }) => kind === 'AllButDefault');
    for (const { moduleRequest, importName } of handedOn) {
      const next = moduleRequest && (await resolve(moduleRequest.value, id));
      const asked = defaults.includes(importName.start) ? 'default' : importName.name;
      const place = next ? await find(next, own ? (asked ?? 'default') : name) : null;
      if (place) return place;
    }
    return null;
  };
  return find;
};

/**
 * Lets an import of a name lead to the module that declares it, where a package has one index for hundreds of modules:
 * so who loads a module can be told, and a page is not given what only others use of the same package.
 */
export const directImports = (): Plugin => {
  let find: ReturnType<typeof placesOf> | null = null;
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.[mc]?[jt]sx?(\?|$)/ },
      async handler(code, importer) {
        const resolve: Resolve = async (specifier, from) => (await this.resolve(specifier, from))?.id ?? null;
        find ??= placesOf(resolve);
        const inside = /\/node_modules\/(@mui\/\w+|[\w-]+)\/(?!.*\/node_modules\/)/.exec(importer)?.[1];
        const isSeen = (specifier: string) =>
          specifier.startsWith('.') ? packages.test(inside ?? '') : packages.test(specifier);
        let direct = code;
        for (const { start, end, moduleRequest, entries } of parseSync(importer, code).module.staticImports.reverse()) {
          const named = entries.every(({ importName: { kind } }) => kind !== 'NamespaceObject');
          if (entries.length === 0 || !named || !isSeen(moduleRequest.value)) continue;
          const index = await resolve(moduleRequest.value, importer);
          if (!index?.endsWith('js')) continue;
          const lines = entries.map(async ({ importName, localName }) => {
            const name = importName.name ?? 'default';
            const place = (await find?.(index, name)) ?? { id: index, name };
            return `import { ${place.name} as ${localName.value} } from ${JSON.stringify(place.id)};`;
          });
          direct = direct.slice(0, start) + (await Promise.all(lines)).join('') + direct.slice(end);
        }
        return direct === code ? null : { code: direct, map: null };
      },
    },
  };
};
