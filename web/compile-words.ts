import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

const catalogue = /\/words\/[a-z-]+\.en\.ts$/;

/** The texts of a catalogue's source, with their places in it. */
export const textsOf = (source: string, file: string): { key: string; text: string; start: number; end: number }[] => {
  const texts: { key: string; text: string; start: number; end: number }[] = [];
  const { program } = parseSync(file, source);
  const note = ({ key, value }: ESTree.ObjectProperty) => {
    if (value.type !== 'Literal' || typeof value.value !== 'string') return;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
    texts.push({ key: name, text: value.value, start: value.start, end: value.end });
  };
  new Visitor({
    CallExpression({ callee, arguments: [, object] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineWords' || object?.type !== 'ObjectExpression') return;
      for (const one of object.properties) if (one.type === 'Property') note(one);
    },
  }).visit(program);
  return texts;
};

/** A message as the browser formats it without a parser: its syntax tree, or its text where it has no arguments. */
export const compiled = (text: string): unknown => {
  const tree = parse(text);
  const [only] = tree;
  return tree.length === 1 && only && 'value' in only && only.value === text ? text : tree;
};

/** Compiles the messages of catalogues when pages are built, and leaves the parser out. */
export const compileWords = (): Plugin => ({
  name: 'compile-words',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: fileURLToPath(new URL('./dashboard/words/no-parser.ts', import.meta.url)),
        },
      ],
    },
  }),
  transform(source, id) {
    if (!catalogue.test(id)) return null;
    let code = source;
    for (const { text, start, end } of textsOf(source, id).reverse())
      code = code.slice(0, start) + JSON.stringify(compiled(text)) + code.slice(end);
    return { code, map: null };
  },
});
