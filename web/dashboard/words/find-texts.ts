import { type ESTree, parseSync } from 'vite';

export type Node = ESTree.Node;

/** A text that a source shows by itself. */
export interface FoundText {
  line: number;
  text: string;
}

/** Attributes of elements and components that people never read. */
const technical =
  /^(className|class|id|key|type|role|href|to|src|rel|target|htmlFor|d|viewBox|fill|stroke\w*|points|transform|style|accept|autoComplete|inputMode|enterKeyHint|pattern|data-.*|aria-(current|live|haspopup|controls|labelledby|describedby|autocomplete|sort)|kind|variant|size|align|side|as|scope|method|encType|dataKey|source|option(Text|Value)|resource|reference|sx|color|component|stackId|token|mode|orientation|xmlns|preserveAspectRatio|offset|stopColor|gradientUnits|layout|basename|authorization)$/;

/** Properties of objects that people never read: names that an element would take for its own hold texts elsewhere. */
const technicalProperty = /^(className|class|id|key|href|to|src|rel|d|style|dataKey|resource|reference|sx)$/;

/** Properties whose value is read by people, however short it is. */
const shown =
  /^(label|title|placeholder|alt|text|description|heading|hint|note|message|caption|summary|unit|aria-(label|description|valuetext|roledescription)|\w+(Label|Title|Text|Hint|Note))$/;

/** Variables that hold what people read. */
const namesTexts = /^(words|labels|texts|titles)$|(Words|Labels|Texts|Titles)$/;

/** Functions that take names of things, not words. */
const takesNames =
  /^(querySelector(All)?|closest|matches|getElementById|getElementsBy\w+|(add|remove)EventListener|dispatchEvent|(get|set|has|remove)Attribute|setProperty|getPropertyValue|matchMedia|get|set|has|delete|append|getItem|setItem|removeItem|startsWith|endsWith|normalize|includes|indexOf|split|replace|replaceAll|createElement|Error|TypeError|RegExp|URL|Event|CustomEvent|DateTimeFormat|NumberFormat|PluralRules|log|warn|error|defineWords|useStore|createContext|import|Intl|call|post|patch|put|File|Blob|toDataURL|toBlob|lazy|setRequestHeader|DOMException)$/;

const hasLetter = /\p{L}/u;
const address = /^[a-z]+:\/\/\S*$|^#[\dA-F]{6}$|\bsystem-ui\b/;
const ofProtocol = /^(True|False|Bearer \0|UTC|GET|POST|PUT|PATCH|DELETE|ASC|DESC)$/;
const words = /\p{L}[\p{L}’'-]*[,;:.!?…]?\s+([&·–+]\s+)?\p{L}/u;
const capitalWord = /^\p{Lu}(\p{Ll}+(-\p{L}+)*|-\p{L}+|\p{Lu}{2,})[.!?…:]?$/u;
const wordBesideGap = /(^|\0|\s)[“(]?\p{L}{2,}[,.:;!?]?\s+[“(]?\0|\0[”)]?[,.:;]?\s+[“(]?\p{L}{2,}|\0 ?(\p{L}{3,}\.)/u;
const machine =
  /[{}<>=]|;(?! )|^[\w-]+\/|^\/|https?:|:\/\/|^M\d|^@media|gradient\(|\0px|^solid \0|\d(px|fr|ms)\b|\b(var|calc|rgba?|hsl|translate3?d?|rotate|scale|url)\(/;

/** Whether a text is one that people read; gaps in it are `\0`. */
export const readsAsText = (text: string, isShown: boolean): boolean => {
  if (!hasLetter.test(text) || address.test(text)) return false;
  if (isShown) return hasLetter.test(text.replaceAll('\0', ''));
  if (machine.test(text) || ofProtocol.test(text)) return false;
  return words.test(text) || capitalWord.test(text.trim()) || wordBesideGap.test(text);
};

const nameOf = (node: Node | null | undefined): string => {
  if (!node) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier' || node.type === 'PrivateIdentifier')
    return node.name;
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return '';
};

/** Every node of a tree, with its parent. */
export function* nodesOf(root: Node): Generator<Node> {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof child.type === 'string') {
          child.parent = node;
          open.push(child);
        }
    }
  }
}

const passes = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'TemplateLiteral',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ArrayExpression',
  'JSXExpressionContainer',
  'BinaryExpression',
]);

/** What holds an object, whatever its type is said to be. */
const holderOf = (object: Node | null | undefined): Node | null | undefined =>
  object?.parent?.type.startsWith('TS') ? holderOf(object.parent) : object?.parent;

/** How the place of a text takes it: as shown to people, as a name for machines, or as anything. */
export function usageOf(node: Node): 'shown' | 'name' | 'any' {
  let child = node;
  for (let at = node.parent; at; child = at, at = at.parent) {
    if (at.type.startsWith('TS') && !passes.has(at.type)) return 'name';
    if (at.type === 'ConditionalExpression' && at.test === child) return 'name';
    if (at.type === 'BinaryExpression' && at.operator !== '+') return 'name';
    // A list of names that a type is made of.
    if (at.type === 'TSAsExpression' && child.type === 'ArrayExpression') return 'name';
    if (passes.has(at.type)) continue;
    switch (at.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return 'shown';
      case 'JSXAttribute': {
        const name = nameOf(at.name);
        return technical.test(name) ? 'name' : shown.test(name) ? 'shown' : 'any';
      }
      case 'Property': {
        if (at.key === child) return 'name';
        const name = nameOf(at.key);
        if (textOf(node) === name) return 'name';
        if (shown.test(name)) return 'shown';
        if (technicalProperty.test(name)) return 'name';
        const holder = holderOf(at.parent);
        return holder?.type === 'VariableDeclarator' && namesTexts.test(nameOf(holder.id)) ? 'shown' : 'any';
      }
      case 'VariableDeclarator':
        return namesTexts.test(nameOf(at.id)) ? 'shown' : 'any';
      case 'ArrowFunctionExpression':
        if (at.body === child && (at.parent?.type === 'Property' || at.parent?.type === 'JSXExpressionContainer'))
          break;
        return 'any';
      case 'CallExpression':
      case 'NewExpression':
        // What stands between the parts of a list, or between the points of a path.
        if (at.callee.type === 'MemberExpression' && nameOf(at.callee) === 'join')
          return /^\p{Lu}$/u.test(textOf(node) ?? '') ? 'name' : 'shown';
        if (nameOf(at.callee) === 'ApiError' && at.arguments[1] === child) return 'name';
        return at.callee !== child && takesNames.test(nameOf(at.callee)) ? 'name' : 'any';
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
      case 'ImportExpression':
      case 'SwitchCase':
      case 'MemberExpression':
      case 'ThrowStatement':
      case 'TaggedTemplateExpression':
      case 'ExpressionStatement':
        return 'name';
      case 'AssignmentExpression':
        return nameOf(at.left) === 'title' ? 'shown' : 'any';
      default:
        return 'any';
    }
  }
  return 'any';
}

/** A text, or a template with `\0` for each of its gaps; null for any other node. */
export const textOf = (node: Node): string | null => {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') return node.quasis.map((one) => one.value.cooked).join('\0');
  return null;
};

/** What a template can say, with the texts between which it chooses in their places. */
const saidBy = (template: ESTree.TemplateLiteral): string[] =>
  template.quasis.reduce<string[]>(
    (said, { value }, at) => {
      const gap = template.expressions[at];
      const choice = gap?.type === 'ConditionalExpression' ? [gap.consequent, gap.alternate] : [];
      const parts = gap ? [...new Set(['\0', ...choice.flatMap((one) => textOf(one) ?? [])])] : [''];
      return said.flatMap((before) => parts.map((part) => `${before}${value.cooked}${part}`));
    },
    [''],
  );

/** Texts of a source that people read and that stand in no catalogue. */
export const textsIn = (source: string, file: string): FoundText[] => {
  const { program } = parseSync(file, source);
  const found: FoundText[] = [];
  for (const node of nodesOf(program)) {
    const text = textOf(node);
    if (text === null) continue;
    const use = node.type === 'JSXText' ? 'shown' : usageOf(node);
    const said = node.type === 'TemplateLiteral' ? saidBy(node) : [text];
    if (use === 'name' || !said.some((one) => readsAsText(one, use === 'shown'))) continue;
    found.push({ line: source.slice(0, node.start).split('\n').length, text: text.replaceAll('\0', '…').trim() });
  }
  return found.sort((a, b) => a.line - b.line);
};
