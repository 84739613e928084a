/** What the bundler knows of a module: what it imports, at once and when it is asked for. */
interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** The bundler's answers about its modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const frame = /\/shell\/SignedIn\.tsx$/;
const adminFrame = /\/admin\/AdminArea\.tsx$/;
const withoutFrame = /\/(auth|showcase)\/[A-Za-z]+\.tsx$/;

// React-admin has one index: who imports a name of it reaches all of it. Of that the pages without a frame use its messages.
const reactAdmin = /\/ra-core\//;
const messages =
  /\/ra-core\/dist\/(index|notification\/\w+|i18n\/(index|useTranslate|useI18nProvider|I18nContext|substituteTokens))\.js$/;
const isUsedWithoutFrame = (id: string) => !reactAdmin.test(id) || messages.test(id);

const reachable = (
  graph: ModuleGraph,
  root: string,
  isUsed: (id: string) => boolean = () => true,
  seen = new Set<string>(),
): Set<string> => {
  if (seen.has(root) || !isUsed(root)) return seen;
  seen.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) reachable(graph, id, isUsed, seen);
  return seen;
};

/** Roots of what is loaded apart: the document's script, and whatever is imported when it is asked for. */
const lazyRoots = (graph: ModuleGraph, main: string): Set<string> => {
  const roots = new Set([main]);
  const seen = new Set<string>();
  for (const root of roots)
    for (const id of reachable(graph, root, undefined, seen))
      for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(lazy);
  return roots;
};

/**
 * Puts modules that several pages share into few files, by who loads them: every page, all that have the frame of the
 * dashboard or of the admin area, the open ones without a frame, home and others, others. What one page alone loads stays
 * with it, and so does a package that no frame needs.
 */
export const chunkNames = (mainFile: string) => {
  let names: Map<string, string> | null = null;
  const build = (graph: ModuleGraph): Map<string, string> => {
    const users = new Map<string, Set<string>>();
    for (const root of lazyRoots(graph, mainFile)) {
      const isUsed = root === mainFile || withoutFrame.test(root) ? isUsedWithoutFrame : undefined;
      for (const id of reachable(graph, root, isUsed)) users.set(id, (users.get(id) ?? new Set()).add(root));
    }
    const found = new Map<string, string>();
    for (const [id, roots] of users) {
      const name = nameOf(id, [...roots], mainFile);
      if (name) found.set(id, name);
    }
    return found;
  };
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= build(graph);
    return names.get(id) ?? null;
  };
};

const nameOf = (id: string, roots: readonly string[], mainFile: string): string | null => {
  // Icons need React and the first script needs icons: in one file with it React would come too late.
  if (roots.includes(mainFile)) return id.includes('node_modules') ? 'react' : 'main';
  const open = roots.filter((root) => withoutFrame.test(root));
  const framed = roots.some((root) => frame.test(root));
  const pages = roots.filter((root) => /(Page|Tray)\.tsx$/.test(root));
  const own = !id.includes('node_modules');
  if (open.length === 0) {
    if (framed) return 'frame';
    if (roots.some((root) => adminFrame.test(root))) return 'admin';
    if (!own || pages.length < 2) return null;
    if (pages.every((root) => root.includes('/admin/'))) return 'pages-admin';
    return pages.some((root) => root.includes('/home/')) ? 'pages-home' : 'pages';
  }
  if (open.length === roots.length) return open.length > 1 ? 'open' : null;
  if (framed || roots.some((root) => root.includes('/home/'))) return 'frame-open';
  return own && pages.length > 1 ? 'pages-open' : null;
};
