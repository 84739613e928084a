import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { isSaidAsItStands } from './dashboard/words/plain.ts';

const catalogue = /\/words\/[a-z-]+\.en\.ts$/;

/** A text of a catalogue's source, with its place in it. */
export interface SourceText {
  id: string;
  key: string;
  text: string;
  start: number;
  end: number;
}

/** The texts of a catalogue's source. */
export const textsOf = (source: string, file: string): SourceText[] => {
  const texts: SourceText[] = [];
  const note = (area: string, { key, value }: ESTree.ObjectProperty) => {
    if (value.type !== 'Literal' || typeof value.value !== 'string') return;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    texts.push({ id: `${area}.${name}`, key: name, text: value.value, start: value.start, end: value.end });
  };
  new Visitor({
    CallExpression({ callee, arguments: [area, object] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineWords' || object?.type !== 'ObjectExpression') return;
      const name = area?.type === 'Literal' ? String(area.value) : '';
      for (const one of object.properties) if (one.type === 'Property') note(name, one);
    },
  }).visit(parseSync(file, source).program);
  return texts;
};

/** A message as the browser formats it without a parser: its syntax tree, or its text where it is said as it stands. */
const compiled = (text: string): unknown => {
  const tree = parse(text);
  const [only] = tree;
  return isSaidAsItStands(text) && tree.length === 1 && only && 'value' in only && only.value === text ? text : tree;
};

interface Edit {
  start: number;
  end: number;
  code: string;
}

const edited = (source: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((code, edit) => code.slice(0, edit.start) + edit.code + code.slice(edit.end), source);

const pathOf = (name: string, from: string): string =>
  name.startsWith('#') ? fileURLToPath(new URL(`../${name.slice(1)}`, import.meta.url)) : join(dirname(from), name);

const sayer = /\/words\/t\.ts$/;

/** Whether a program has `t` from the words, which says a message. */
const saysByT = ({ body }: ESTree.Program): boolean =>
  body.some(
    (one) =>
      one.type === 'ImportDeclaration' &&
      sayer.test(one.source.value) &&
      one.specifiers.some(({ local }) => local.name === 't'),
  );

/**
 * A source with the messages that it names in their places, and with the text itself where one that stands as it is gets
 * said; a catalogue of which it takes no more is not imported.
 */
const withMessages = (source: string, file: string, read: (path: string) => readonly SourceText[]): string => {
  const { program } = parseSync(file, source);
  const edits: Edit[] = [];
  const isSaid = saysByT(program);
  for (const one of program.body) {
    const [name, ...others] =
      one.type === 'ImportDeclaration' && catalogue.test(one.source.value) ? one.specifiers : [];
    if (one.type !== 'ImportDeclaration' || !name || others.length > 0) continue;
    const texts = read(pathOf(one.source.value, file));
    const words = name.local.name;
    let uses = 0;
    const named: Edit[] = [];
    const said = new Set<number>();
    const textAt = (node: ESTree.Node | undefined): SourceText | undefined =>
      node?.type === 'MemberExpression' &&
      !node.computed &&
      node.object.type === 'Identifier' &&
      node.object.name === words &&
      node.property.type === 'Identifier'
        ? texts.find(({ key }) => key === (node.property as ESTree.IdentifierName).name)
        : undefined;
    new Visitor({
      CallExpression({ callee, arguments: [message, values], start, end }) {
        const found = isSaid && callee.type === 'Identifier' && callee.name === 't' && !values && textAt(message);
        const text = found ? compiled(found.text) : null;
        if (typeof text !== 'string') return;
        said.add(message!.start);
        named.push({ start, end, code: `(${JSON.stringify(text)})` });
      },
      Identifier(node) {
        if (node.name === words && (node.start < one.start || node.end > one.end)) uses += 1;
      },
      MemberExpression(node) {
        const { start, end } = node;
        const found = said.has(start) ? undefined : textAt(node);
        if (!found) return;
        named.push({ start, end, code: `(${JSON.stringify({ id: found.id, defaultMessage: compiled(found.text) })})` });
      },
    }).visit(program);
    edits.push(...named);
    if (uses === named.length) edits.push({ start: one.start, end: one.end, code: '' });
  }
  return edited(source, edits);
};

/**
 * Compiles the messages of catalogues when pages are built, and leaves the parser out. What is named by its key is put where
 * it is named: a text is loaded with what shows it, not with the others of its area.
 */
export const compileWords = (): Plugin => ({
  name: 'compile-words',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      ],
    },
  }),
  transform(source, id) {
    if (catalogue.test(id)) {
      const edits = textsOf(source, id).map(({ text, ...place }) => ({
        ...place,
        code: JSON.stringify(compiled(text)),
      }));
      return { code: edited(source, edits), map: null };
    }
    if (!/\/words\/[a-z-]+\.en\.ts'/.test(source) || !/\.tsx?$/.test(id)) return null;
    const read = (path: string) => {
      this.addWatchFile(path);
      return textsOf(readFileSync(path, 'utf8'), path);
    };
    return { code: withMessages(source, id, read), map: null };
  },
});
