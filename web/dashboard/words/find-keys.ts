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
  const catalogues = new Set<string>();
  for (const one of program.body)
    if (one.type === 'ImportDeclaration' && /(^|\/)[a-z-]+\.en\.ts$/.test(one.source.value))
      for (const { local } of one.specifiers) catalogues.add(local.name);
  const uses: KeyUse[] = [];
  for (const node of nodesOf(program)) {
    if (node.type !== 'Identifier' || !catalogues.has(node.name)) continue;
    const { parent } = node;
    if (!parent || parent.type.startsWith('Import') || parent.type === 'TSTypeQuery') continue;
    const line = source.slice(0, node.start).split('\n').length;
    const isKey = parent.type === 'MemberExpression' && !parent.computed && parent.object === node;
    if (!isKey) {
      uses.push({ words: node.name, key: null, given: null, line });
      continue;
    }
    const key = parent.property.type === 'Identifier' ? parent.property.name : null;
    const call = parent.parent;
    const isCall =
      call?.type === 'CallExpression' && call.callee.type === 'Identifier' && /^(t|fill)$/.test(call.callee.name);
    uses.push({ words: node.name, key, given: isCall ? givenIn(call) : null, line });
  }
  return uses;
};
