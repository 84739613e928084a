import { type ESTree, parseSync } from 'vite';
import { nodesOf } from './find-texts.ts';

/** A text of a catalogue in use: by its key (null: the whole catalogue), and the arguments beside it where they are written out. */
export interface KeyUse {
  words: string;
  key: string | null;
  given: readonly string[] | null;
  line: number;
}

const givenIn = ({ arguments: given }: ESTree.CallExpression): readonly string[] | null => {
  const [, values] = given;
  if (!values) return [];
  if (values.type !== 'ObjectExpression') return null;
  const names = values.properties.map((one) =>
    one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : null,
  );
  return names.every((name) => name !== null) ? names : null;
};

/** Where a source uses catalogues (names that end in `Words`) that it imports. */
export const keysIn = (source: string, file: string): KeyUse[] => {
  const { program } = parseSync(file, source);
  // By the name that the file gives them.
  const catalogues = new Map<string, string>();
  for (const one of program.body)
    if (one.type === 'ImportDeclaration' && /(^|\/)[a-z-]+\.en\.ts$/.test(one.source.value))
      for (const specifier of one.specifiers) {
        const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : null;
        const name = imported?.type === 'Identifier' ? imported.name : specifier.local.name;
        catalogues.set(specifier.local.name, name);
      }
  const uses: KeyUse[] = [];
  for (const node of nodesOf(program)) {
    const words = node.type === 'Identifier' ? catalogues.get(node.name) : undefined;
    if (node.type !== 'Identifier' || words === undefined) continue;
    const { parent } = node;
    if (!parent || parent.type.startsWith('Import') || parent.type === 'TSTypeQuery') continue;
    const line = source.slice(0, node.start).split('\n').length;
    const isKey = parent.type === 'MemberExpression' && !parent.computed && parent.object === node;
    if (!isKey) {
      uses.push({ words, key: null, given: null, line });
      continue;
    }
    const key = parent.property.type === 'Identifier' ? parent.property.name : null;
    const call = parent.parent;
    const isCall =
      call?.type === 'CallExpression' && call.callee.type === 'Identifier' && /^(t|fill)$/.test(call.callee.name);
    uses.push({ words, key, given: isCall ? givenIn(call) : null, line });
  }
  return uses;
};
