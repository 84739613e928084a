import { ArrowDown, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { componentAt } from '#contracts/studio/check/checked.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { EmptyState } from '../../dashboard/kit/states/EmptyState.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useWatched } from '../canvas/watched.ts';
import { useEditor } from '../state/use-editor.ts';
import css from './Checklist.module.css';
import { ChecklistHead } from './ChecklistHead.tsx';
import type { ChecklistRow } from './checklist-rows.ts';
import { chosenRow } from './chosen-row.ts';
import { FaultRow, type FaultRowProps } from './FaultRow.tsx';
import type { StoryChecks } from './group-checks.ts';
import { PassedList } from './PassedList.tsx';
import { passedChecks } from './passed-checks.ts';

/** Properties of a Checklist; `publish` is the button that publishes, which stands here while the list is open. */
export interface ChecklistProps
  extends Pick<FaultRowProps, 'openId' | 'length' | 'content' | 'samples' | 'onOpen' | 'onClose'> {
  checks: readonly StoryChecks[];
  rows: readonly ChecklistRow[];
  publish: ReactNode;
}

/** What stops the drafts of the group from being published and what could be better, each with one verb that deals with it; and what is in order. */
export default function Checklist({ checks, rows, publish, ...list }: ChecklistProps) {
  const { content, onClose, onOpen, openId } = list;
  const editor = useEditor();
  const chosen = useWatched(chosenRow);
  const [first] = useState(chosen);
  const root = useRef<HTMLElement>(null);
  // On a phone it lies below what is drawn.
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const passed = useMemo(() => passedChecks(checks), [checks]);
  const errors = rows.filter(({ isError }) => isError);
  const advice = rows.filter(({ isError }) => !isError);
  const show = ({ story, fault }: ChecklistRow) => {
    const one = story.storyId === openId ? componentAt(content.studio, fault.path) : undefined;
    if (one) editor.select([one.component.id]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that was chosen in another story is shown once
  useEffect(() => {
    const row = rows.find(({ key }) => key === first);
    if (row) show(row);
  }, []);
  const next = () => {
    const at = rows.findIndex(({ key }) => key === chosen);
    const row = rows[(at + 1) % rows.length];
    if (!row) return;
    chosenRow.set(row.key);
    if (row.story.storyId === openId) show(row);
    else onOpen(row.story.storyId);
  };
  const part = (title: string, kind: 'error' | 'advice', part: readonly ChecklistRow[]) =>
    part.length === 0 ? null : (
      <section aria-label={title}>
        <h3 className={css.part} data-kind={kind}>
          {title} <span className="num">{part.length}</span>
        </h3>
        <ul>
          {part.map((row) => (
            <FaultRow
              key={row.key}
              {...list}
              row={row}
              chosen={row.key === chosen}
              focused={row.key === first}
              onChoose={() => chosenRow.set(row.key)}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <section ref={root} className={css.root} aria-label={t(checklistWords.title)}>
      <ChecklistHead
        done={passed.length}
        total={passed.length + rows.length}
        stories={checks.length}
        onClose={onClose}
      />
      <div className={css.list}>
        {rows.length === 0 ? (
          <EmptyState
            art={<CircleCheck size={24} aria-hidden />}
            title={t(checklistWords.done)}
            text={t(checklistWords.doneText)}
          />
        ) : null}
        {part(t(checklistWords.errors), 'error', errors)}
        {part(t(checklistWords.advice), 'advice', advice)}
        {content.ignored.length > 0 ? (
          <p className={css.ignored}>
            {t(checklistWords.ignored, { count: content.ignored.length })}
            <Button variant="link" size="small" onClick={() => editor.change((before) => ({ ...before, ignored: [] }))}>
              {t(checklistWords.showIgnored)}
            </Button>
          </p>
        ) : null}
        <PassedList passed={passed} stories={checks.length} />
      </div>
      <footer className={css.foot}>
        <p className="t-caption">{t(errors.length > 0 ? checklistWords.fixFirst : checklistWords.noErrors)}</p>
        <div className={css.footActs}>
          <Button icon={<ArrowDown aria-hidden />} disabled={rows.length === 0} onClick={next}>
            {t(checklistWords.next)}
          </Button>
          {publish}
        </div>
      </footer>
    </section>
  );
}
