import { useEffect, useRef } from 'react';
import { type ContrastSample, componentAt, type DesignAdvice, ignoredKey } from '#contracts/studio/check/checked.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentName } from '../palette/component-name.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor } from '../state/use-editor.ts';
import css from './Checklist.module.css';
import { ContrastWays } from './ContrastWays.tsx';
import type { ChecklistRow } from './checklist-rows.ts';
import type { StoryLength } from './repair-time.ts';
import { repaired, verbOf } from './repairs.ts';

/** Properties of a FaultRow. */
export interface FaultRowProps {
  row: ChecklistRow;
  chosen: boolean;
  /** Its verb has the focus at first: it was chosen before the list was there. */
  focused: boolean;
  openId: string;
  length: StoryLength;
  content: StoryContent;
  /** What was measured behind words of the story that is open, by component. */
  samples: ReadonlyMap<string, ContrastSample>;
  onChoose: () => void;
  onOpen: (storyId: string) => void;
  onClose: () => void;
}

/** What is wrong with a story, where, and the one verb that deals with it. */
export function FaultRow({ row, chosen, focused, onChoose, ...list }: FaultRowProps) {
  const { openId, length, content, samples, onOpen, onClose } = list;
  const editor = useEditor();
  const item = useRef<HTMLLIElement>(null);
  const { story, fault, isError, number } = row;
  const isOpen = story.storyId === openId;
  const one = componentAt(isOpen ? content.studio : story.studio, fault.path);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the list is opened with it
  useEffect(() => {
    if (focused) item.current?.querySelector('button')?.focus();
  }, []);
  const where = one
    ? t(checklistWords.storyWith, { place: story.place, component: componentName(one) })
    : t(checklistWords.story, { place: story.place });
  const perform = () => {
    onChoose();
    if (!isOpen) return onOpen(story.storyId);
    editor.select(one ? [one.component.id] : []);
    // The list may be a moment older than what is drawn.
    const { studio } = editor.state.content;
    const isThere = componentAt(studio, fault.path)?.component.id === one?.component.id;
    const next = isThere ? repaired(studio, fault, length) : null;
    if (next) editor.edit(() => next, null);
    // What nobody can decide but the writer is decided in the fields, which stand where the list does.
    else if (fault.code !== 'contrast') onClose();
  };
  const ignore = () => {
    const key = ignoredKey(fault as DesignAdvice, content.studio);
    editor.change((before) => ({ ...before, ignored: [...before.ignored, key] }));
  };
  const verb = isOpen ? sayPhrase(verbOf(content.studio, fault, length)) : t(checklistWords.open);
  const choices = isOpen && one !== undefined && fault.code === 'contrast';
  return (
    <li ref={item} className={css.row} data-kind={isError ? 'error' : 'advice'} data-chosen={chosen || undefined}>
      <span className={`${css.number} num`}>{number}</span>
      <div className={css.words}>
        <div className={css.said}>{sayPhrase(fault.phrase)}</div>
        <div className="t-caption">{where}</div>
        {choices && chosen ? <ContrastWays one={one} sample={samples.get(one.component.id)} onIgnore={ignore} /> : null}
      </div>
      <div className={css.acts}>
        <Button variant="link" size="small" onClick={perform}>
          {verb}
        </Button>
        {!isError && isOpen && !(choices && chosen) ? (
          <Button variant="quiet" size="small" onClick={ignore}>
            {t(checklistWords.ignore)}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
