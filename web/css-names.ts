import { basename } from 'node:path';

/** The name that a class or an animation of a CSS module has in the document: `<file>-<class>`. */
export const scopedName = (name: string, file: string): string =>
  `${basename(file.split('?')[0] ?? file, '.module.css')}-${name}`;
