import { useEffect, useState } from 'react';
import { wordsLeft } from '../canvas/words-edited.ts';
import { askedWords, hasNewMeaning, renewComponent } from '../edits/answers.ts';
import { newComponentId } from '../edits/copies.ts';
import { componentIds } from '../state/editor.ts';
import { useEditor } from '../state/use-editor.ts';
import type { Panel, PanelFacts } from './panel-context.ts';

/** What the properties keep among themselves: which components are new, and about which one is asked. */
export interface PanelState {
  panel: Panel;
  /** The component whose published wording was changed; a person decides whether that is a new question. */
  asked: string | null;
  /** Answers what was asked: the wording was corrected, or it is a new question. */
  onAnswer: (isNew: boolean) => void;
}

/** The state of the properties around what they know. */
export function usePanelState(facts: PanelFacts): PanelState {
  const editor = useEditor();
  const [renewed, setRenewed] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<string | null>(null);
  const onAnswers = (id: string, newId: string) => {
    const { content, selection } = editor.state;
    if (!componentIds(content.studio).includes(newId)) return;
    setRenewed((before) => new Set([...before, newId]));
    editor.select(selection.map((one) => (one === id ? newId : one)));
  };
  const renew = (id: string) => {
    const newId = newComponentId();
    const { selection } = editor.state;
    editor.change((content) => renewComponent(content, { id, newId }));
    setRenewed((before) => new Set([...before, newId]));
    editor.select(selection.map((one) => (one === id ? newId : one)));
  };
  const onWordsLeft = (id: string, before: string) => {
    const { studio } = editor.state.content;
    const was = facts.published.get(id);
    if (!was) return;
    if (hasNewMeaning(studio, was)) renew(id);
    // A field is left before the next one is entered: from there the question takes the focus, and gives it back.
    else if (askedWords(studio, id) !== before) setTimeout(() => setAsked(id));
  };
  // Words that are edited on the canvas are asked about as those of the fields.
  useEffect(() =>
    wordsLeft.subscribe(() => {
      const left = wordsLeft.value;
      if (left) onWordsLeft(left.id, left.before);
    }),
  );
  const onAnswer = (isNew: boolean) => {
    if (isNew && asked !== null) renew(asked);
    setAsked(null);
  };
  return { panel: { ...facts, renewed, onAnswers, onWordsLeft }, asked, onAnswer };
}
