import { basename, dirname, join } from 'node:path';

/** The sheets and the code of the dashboard and the studio: path in `web` to text. */
export type SheetFiles = ReadonlyMap<string, string>;

/** Where sheets for the whole document lie; both documents load them. */
const theme = 'dashboard/theme/';
/** The studio's own sheet for the whole document. */
const studioFirst = 'studio/first-view.css';
const kit = 'dashboard/kit/';
/** Folders whose modules every other may use: our own controls, and the frames of both documents. */
const open = new Set(['dashboard/kit', 'dashboard/shell', 'studio/page']);
const folderOf = (path: string) => path.split('/', 2).join('/');

const isModule = (path: string) => path.endsWith('.module.css');
const blank = (found: string) => found.replaceAll(/[^\n]/g, ' ');
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, blank);

/** What stands before each block of a sheet that is no at-rule. */
const selectors = (text: string): string[] =>
  [...withoutComments(text).matchAll(/([^{};]+)\{/g)]
    .map(([, prelude]) => prelude!.trim())
    .filter((one) => one[0] !== '@');

const classesIn = (selector: string): string[] =>
  [...selector.replaceAll(/:global\([^)]*\)|\[[^\]]*\]/g, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(
    ([, name]) => name!,
  );

/** The classes that a sheet has rules for. */
export const classesOf = (sheet: string): Set<string> => new Set(selectors(sheet).flatMap(classesIn));

const imports = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;
const literalClass = /\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g;

const sheetFaults = (path: string, text: string, seen: Map<string, string>): string[] => {
  if (!isModule(path))
    return path.startsWith(theme) || path === studioFirst
      ? []
      : [`${path}: only ${theme} and ${studioFirst} are for the whole document`];
  const faults: string[] = [];
  const name = basename(path).toLowerCase();
  if (seen.has(name)) faults.push(`${path}: named as ${seen.get(name)}`);
  seen.set(name, path);
  if (path.startsWith(kit) !== withoutComments(text).trim().startsWith('@layer kit {'))
    faults.push(`${path}: the rules of kit lie in its layer, and no others do`);
  const lines = text.split('\n');
  lines.forEach((line, at) => {
    const above = lines.slice(0, at).findLast((one) => !one.trimEnd().endsWith(',')) ?? '';
    if (line.includes(':global') && (!above.trimEnd().endsWith('*/') || above.includes('biome-ignore')))
      faults.push(`${path}:${at + 1}: a comment above says whose class this is`);
  });
  return faults;
};

/**
 * What is wrong with the sheets of the dashboard and the studio, a line each: classes that are used and not there, or there
 * and not used, two modules of one name, sheets for the whole document outside the theme, `:global` without a reason, a
 * module of another folder than kit and the frames, rules of kit outside its layer.
 */
export const cssFaults = (files: SheetFiles): string[] => {
  const faults: string[] = [];
  const seen = new Map<string, string>();
  const used = new Map<string, Set<string>>();
  const shared = new Set<string>();
  for (const [path, text] of files) {
    if (!path.endsWith('.css')) continue;
    faults.push(...sheetFaults(path, text, seen));
    if (isModule(path)) used.set(path, new Set());
    else if (path.startsWith(theme)) for (const name of classesOf(text)) shared.add(name);
  }
  for (const [path, text] of files) {
    if (path.endsWith('.css')) continue;
    for (const [, name, from] of text.matchAll(imports)) {
      const module = join(dirname(path), from!);
      const classes = used.get(module);
      if (!classes) {
        faults.push(`${path}: there is no ${module}`);
        continue;
      }
      const folder = folderOf(module);
      if (!open.has(folder) && folder !== folderOf(path)) faults.push(`${path}: ${module} belongs to another folder`);
      const known = classesOf(files.get(module)!);
      const uses = [...text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.(\\w+)`, 'g'))].map(([, one]) => one!);
      for (const one of uses) {
        classes.add(one);
        if (!known.has(one)) faults.push(`${path}: ${module} has no .${one}`);
      }
      if (uses.length === 0 || new RegExp(`(?<![\\w./-])${name}\\[`).test(text))
        faults.push(`${path}: classes of ${module} are named as in ${name}.root`);
    }
    for (const [, plain, template] of text.matchAll(literalClass))
      for (const one of (plain ?? template!.replaceAll(/\$\{[^}]*\}/g, '')).split(/\s+/))
        if (one && !shared.has(one)) faults.push(`${path}: .${one} is no class of ${theme}`);
  }
  for (const [module, classes] of used)
    for (const one of classesOf(files.get(module)!))
      if (!classes.has(one)) faults.push(`${module}: nothing uses .${one}`);
  return faults;
};
