/** What the bundler knows of a module: what it imports, at once and when it is asked for. */
interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** The bundler's answers about its modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const frame = /\/shell\/session\/SignedIn\.tsx$/;
const adminFrame = /\/admin\/AdminArea\.tsx$/;
// It begins to load a page of the admin area while the area itself is on its way, so it stays apart from it.
const adminPageMap = /\/admin\/admin-pages\.ts$/;
const withoutFrame = /\/(auth|showcase)\/(\w+\/)?[A-Za-z]+\.tsx$/;
// The sources may lie below a folder of that name.
const home = /\/dashboard\/home\//;
const signIn = /\/auth\//;
const firstPages = /\/auth\/(LoginPage|register\/RegisterPage)\.tsx$/;
const signUpProfile = /\/auth\/register\/ProfileParts\.tsx$/;
// React-admin's list on a page of customers: few of them have one.
const customerList = /\/shell\/CustomerList\.tsx$/;
const manage = /\/(content\/ContentPage|settings\/SettingsPage)\.tsx$/;
const sheet = /\.module\.css$/;
// What reads schemas: no frame loads it, most pages do, and the bundler would make three files of it.
const schemas = /\/node_modules\/(zod|@hookform\/resolvers)\//;
// What its dialogs, which are loaded when they open, share with it: one file.
const settings = /\/settings\/SettingsPage\.tsx$/;
const radio = /\/kit\/fields\/Radio\.tsx$/;
const slider = /\/kit\/fields\/Slider\.(tsx|module\.css)$/;
// A figure that can be asked about, and what opens the answer: pages that have one have most of the others.
const asked =
  /\/(dashboard\/why\/(AskableFigure\.tsx|WhyButton\.tsx|WhySlot\.tsx|names\.ts|use-why\.ts)|stats\/why-figures\.ts)$/;
// What is around a chart, its table and the file of that: cards of figures without a chart stand beside others that have one.
const chartCards =
  /\/(dashboard\/(charts\/(DayChartCard(\.module)?|ChartSpace)\.(tsx|css)|csv\/TableCsv\.tsx|words\/table-csv\.en\.ts)|contracts\/api\/csv\.ts)$/;
// It stands beside the sign-in and inside the frame, so it says nothing of who else loads a module.
const notFound = /\/NotFoundPage\.tsx$/;
// It shows all controls: what it loads says nothing of what belongs together on the pages that people use.
const showsKit = /\/dev\/KitPage\.tsx$/;

const reachable = (graph: ModuleGraph, root: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) reachable(graph, id, seen);
  return seen;
};

/** Roots of what is loaded apart: the document's script, and whatever is imported when it is asked for. */
const lazyRoots = (graph: ModuleGraph, main: string): Set<string> => {
  const roots = new Set([main]);
  const seen = new Set<string>();
  for (const root of roots)
    for (const id of reachable(graph, root, seen))
      for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(lazy);
  return roots;
};

/**
 * Puts modules that several pages share into few files, by who loads them: every page, all that have the frame of the
 * dashboard or of the admin area, the open ones without a frame (sign-in, showcase), home and others, content and settings and others,
 * others (most of it shows the log). What the first
 * page of a visitor shares with the frame or home every page loads. What a list of customers needs beyond the frame is one
 * file, for pages with such a list. What one page alone loads stays with it, and so does a package that no frame needs.
 */
export const chunkNames = (mainFile: string) => {
  let names: Map<string, string> | null = null;
  const build = (graph: ModuleGraph): Map<string, string> => {
    const users = new Map<string, Set<string>>();
    for (const root of lazyRoots(graph, mainFile))
      for (const id of notFound.test(root) || showsKit.test(root) ? [] : reachable(graph, root))
        users.set(id, (users.get(id) ?? new Set()).add(root));
    const listed = [...users.keys()].find((id) => customerList.test(id));
    const ofLists = listed ? reachable(graph, listed) : new Set<string>();
    const found = new Map<string, string>();
    for (const [id, roots] of users) {
      const name = nameOf(id, [...roots], mainFile, ofLists.has(id));
      if (name) found.set(id, name);
    }
    return found;
  };
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= build(graph);
    return names.get(id) ?? null;
  };
};

const nameOf = (id: string, roots: readonly string[], mainFile: string, ofLists: boolean): string | null => {
  if (adminPageMap.test(id)) return null;
  const icon = id.includes('/lucide-react/');
  const own = icon || !id.includes('node_modules');
  if (roots.includes(mainFile)) return id.includes('node_modules') || !own ? 'react' : 'main';
  if (schemas.test(id)) return 'schemas';
  if (asked.test(id)) return 'asked';
  if (chartCards.test(id)) return 'charts';
  const open = roots.filter((root) => withoutFrame.test(root));
  const framed = roots.some((root) => frame.test(root));
  // The drawer of a story shares with pages what a form of a group has.
  const pages = roots.filter((root) => /(Page|Tray|EditedStory)\.tsx$/.test(root));
  const adminPages = pages.filter((root) => root.includes('/admin/'));
  if (open.length === 0) {
    if (framed) return 'frame';
    if (ofLists) return 'lists';
    if (roots.some((root) => adminFrame.test(root)))
      return roots.every((root) => root.includes('/admin/')) ? 'admin' : 'frame-pages';
    // The sheet of a part that home asks for later comes with home's others: one file less.
    if (sheet.test(id) && pages.length === 0 && roots.every((root) => home.test(root))) return 'pages-home';
    if (id.includes('/settings/') && pages.some((root) => settings.test(root)) && roots.length > 1) return 'settings';
    // Dialogs alone have it, which are loaded when they open: it is too little for a file of its own.
    if (radio.test(id)) return 'pages';
    if (slider.test(id)) return 'pages-home';
    if (!own || (icon ? roots : pages).length < 2) return null;
    // An icon of dialogs alone comes with what else they share: the second step of the sign-in needs no page.
    if (pages.length === 0) return null;
    if (pages.length === adminPages.length) return 'pages-admin';
    if (pages.some((root) => home.test(root))) return 'pages-home';
    return pages.some((root) => manage.test(root)) ? 'pages' : 'pages-log';
  }
  const first = roots.some((root) => firstPages.test(root));
  if (signIn.test(id) || open.length === roots.length) return open.length > 1 ? (first ? 'open' : 'open-links') : null;
  const opened = first ? 'open' : 'showcase';
  if (framed || roots.some((root) => home.test(root))) return own && first ? 'main' : `frame-${opened}`;
  // A sheet more is a file more for each of them: it comes with one that all of them load.
  if (own && sheet.test(id) && pages.length > 1) return first ? 'main' : 'frame-showcase';
  // What the second step of the sign-up shares with dialogs that are loaded when they open: one file.
  if (own && pages.length === 0 && roots.some((root) => signUpProfile.test(root))) return 'sign-up';
  // What the showcase shares with pages is too little for a file of its own.
  return own && pages.length > 1 ? (first ? 'pages-open' : 'frame-showcase') : null;
};
