import type { StoryContent } from './story-content.ts';

/** So many steps can be taken back. */
const mostSteps = 200;

type Part = readonly [name: string, value: unknown];

/** What one act changed: the parts of the content as they were and as they became, by `<field>` or `studio.<field>`. */
export interface EditStep {
  before: readonly Part[];
  after: readonly Part[];
  /** Acts with the same key, one after another, are one step: a drag, a word. */
  merge: string | null;
}

/** The steps that can be taken back, the newest last, and those that were, the next one to redo last. */
export interface History {
  done: readonly EditStep[];
  undone: readonly EditStep[];
}

export const noHistory: History = { done: [], undone: [] };

const inDesign = 'studio.';

const partsOf = (content: StoryContent): Map<string, unknown> => {
  const { studio, ...plain } = content;
  const parts = new Map<string, unknown>(Object.entries(plain));
  for (const [name, value] of Object.entries(studio)) parts.set(`${inDesign}${name}`, value);
  return parts;
};

const withParts = (content: StoryContent, parts: readonly Part[]): StoryContent => {
  const own: Record<string, unknown> = {};
  const design: Record<string, unknown> = {};
  for (const [name, value] of parts)
    if (name.startsWith(inDesign)) design[name.slice(inDesign.length)] = value;
    else own[name] = value;
  return { ...content, ...own, studio: { ...content.studio, ...design } };
};

/** What an act changed; null where it changed nothing. Edits keep what they do not change, so parts are compared as they are. */
export function stepBetween(before: StoryContent, after: StoryContent, merge: string | null): EditStep | null {
  const [was, is] = [partsOf(before), partsOf(after)];
  const names = [...is.keys()].filter((name) => was.get(name) !== is.get(name));
  if (names.length === 0) return null;
  const parts = (of: Map<string, unknown>) => names.map((name): Part => [name, of.get(name)]);
  return { before: parts(was), after: parts(is), merge };
}

/** The history with one step more; what was taken back can no longer be redone. */
export function withStep({ done }: History, step: EditStep): History {
  const last = done.at(-1);
  if (last && step.merge !== null && last.merge === step.merge) {
    const before = new Map([...step.before, ...last.before]);
    const after = new Map([...last.after, ...step.after]);
    const merged = { before: [...before], after: [...after], merge: step.merge };
    return { done: [...done.slice(0, -1), merged], undone: [] };
  }
  return { done: [...done, step].slice(-mostSteps), undone: [] };
}

/** A content and its history after a step was taken back or redone; null where there is none. */
export interface Stepped {
  content: StoryContent;
  history: History;
}

export function undoStep(content: StoryContent, { done, undone }: History): Stepped | null {
  const step = done.at(-1);
  if (!step) return null;
  return { content: withParts(content, step.before), history: { done: done.slice(0, -1), undone: [...undone, step] } };
}

export function redoStep(content: StoryContent, { done, undone }: History): Stepped | null {
  const step = undone.at(-1);
  if (!step) return null;
  return { content: withParts(content, step.after), history: { done: [...done, step], undone: undone.slice(0, -1) } };
}

/** The history as nothing follows on its last step: what comes next is a step of its own. */
export function sealed({ done, undone }: History): History {
  const last = done.at(-1);
  if (!last || last.merge === null) return { done, undone };
  return { done: [...done.slice(0, -1), { ...last, merge: null }], undone };
}
