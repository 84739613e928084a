import { parseSync } from 'vite';
import { type FoundText, type Node, nodesOf, readsAsText, textOf } from '../../web/dashboard/words/find-texts.ts';

/** Calls whose texts are for machines, for programmers or for the API's document. */
const apart =
  /^(Error|TypeError|RegExp|describe|meta|URL|split|replace|replaceAll|startsWith|endsWith|includes|join|test)$/;
/** Properties with texts for the API's document. */
const documented = /^(description|summary)$/;
/** Properties with words for people. */
const said = /^(message|detail|said|subject|error|rule)$/;
/** Calls of schemas that take words for what does not fit. */
const ofSchemas = /^(refine|regex|min|max|int|uuid|email|string|number|literal|enum|array|gte|lte|multipleOf)$/;

const nameOf = (node: Node | null | undefined): string => {
  if (node?.type === 'Identifier') return node.name;
  return node?.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
};

const callOf = (node: Node): string =>
  node.type === 'CallExpression' || node.type === 'NewExpression' ? nameOf(node.callee) : '';

const passes = /^(ConditionalExpression|LogicalExpression|TemplateLiteral|BinaryExpression|TSAsExpression)$/;

/** Where a text stands: the property or the call that takes it. */
const placeOf = (node: Node): { property: string; call: string; isType: boolean } => {
  let at = node.parent;
  while (at && passes.test(at.type)) at = at.parent;
  const property = at?.type === 'Property' ? nameOf(at.key as Node) : '';
  return { property, call: at ? callOf(at) : '', isType: at?.type.startsWith('TS') === true };
};

/**
 * Texts of a source of contracts, services or projections that people read and that stand in no catalogue. Contracts have
 * few others, so there every text counts that is none for programmers; elsewhere those that are said in an answer or of a value.
 */
export const serverTextsIn = (source: string, file: string): FoundText[] => {
  const { program } = parseSync(file, source);
  const found: FoundText[] = [];
  for (const node of nodesOf(program)) {
    const text = textOf(node);
    if (text === null || !/\S\s+\S/.test(text) || !readsAsText(text, false)) continue;
    const { property, call, isType } = placeOf(node);
    if (isType || documented.test(property) || apart.test(call)) continue;
    if (!file.startsWith('contracts/') && !said.test(property) && !ofSchemas.test(call)) continue;
    found.push({ line: source.slice(0, node.start).split('\n').length, text: text.replaceAll('\0', '…') });
  }
  return found.sort((a, b) => a.line - b.line);
};
