import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The name that a class or an animation of a CSS module has in the document: `<file>-<class>`. */
export const scopedName = (name: string, file: string): string =>
  `${basename(file.split('?')[0] ?? file, '.module.css')}-${name}`;

/** Takes the names of animations out of what a sheet tells scripts, of which none uses them. */
export const withoutAnimations = (file: string, names: Record<string, string>): void => {
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/@keyframes\s+([\w-]+)/g)) delete names[name!];
};
