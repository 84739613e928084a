import { ArrowDown, CircleCheck, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ContrastSample, componentAt, type DesignAdvice, ignoredKey } from '#contracts/studio/check/checked.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { EmptyState } from '../../dashboard/kit/states/EmptyState.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentName } from '../palette/component-name.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor } from '../state/use-editor.ts';
import css from './Checklist.module.css';
import { ContrastWays } from './ContrastWays.tsx';
import type { StoryChecks } from './group-checks.ts';
import type { StoryLength } from './repair-time.ts';
import { type ChecklistFault, repaired, verbOf } from './repairs.ts';

/** Properties of a Checklist; `publish` is the button that publishes, which stands here while the list is open. */
export interface ChecklistProps {
  checks: readonly StoryChecks[];
  openId: string;
  length: StoryLength;
  content: StoryContent;
  onOpen: (storyId: string) => void;
  onClose: () => void;
  publish: ReactNode;
  /** What was measured behind words of the story that is open, by component. */
  samples: ReadonlyMap<string, ContrastSample>;
}

interface Row {
  number: number;
  story: StoryChecks;
  fault: ChecklistFault;
  isError: boolean;
}

const rowsOf = (checks: readonly StoryChecks[]): Row[] => {
  const all = [true, false].flatMap((isError) =>
    checks.flatMap((story) =>
      (isError ? story.errors : story.advice).map((fault) => ({ story, fault: fault as ChecklistFault, isError })),
    ),
  );
  return all.map((row, at) => ({ ...row, number: at + 1 }));
};

function FaultRow({
  row,
  chosen,
  onChoose,
  ...list
}: ChecklistProps & { row: Row; chosen: boolean; onChoose: () => void }) {
  const { openId, length, content, onOpen, onClose, samples } = list;
  const editor = useEditor();
  const { story, fault, isError, number } = row;
  const isOpen = story.storyId === openId;
  const one = componentAt(isOpen ? content.studio : story.studio, fault.path);
  const where = one
    ? t(checklistWords.storyWith, { place: story.place, component: componentName(one) })
    : t(checklistWords.story, { place: story.place });
  const perform = () => {
    onChoose();
    if (!isOpen) return onOpen(story.storyId);
    editor.select(one ? [one.component.id] : []);
    const next = repaired(content.studio, fault, length);
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
    <li className={css.row} data-kind={isError ? 'error' : 'advice'} data-chosen={chosen || undefined}>
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

/** What stops the drafts of the group from being published and what could be better, each with one verb that deals with it. */
export function Checklist(props: ChecklistProps) {
  const { checks, content, onClose, onOpen, openId, publish } = props;
  const editor = useEditor();
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = rowsOf(checks);
  const keyOf = ({ story, fault }: Row) => `${story.storyId} ${fault.code} ${fault.path}`;
  const errors = rows.filter(({ isError }) => isError);
  const advice = rows.filter(({ isError }) => !isError);
  const next = () => {
    const at = rows.findIndex((row) => keyOf(row) === chosen);
    const row = rows[(at + 1) % rows.length];
    if (!row) return;
    setChosen(keyOf(row));
    if (row.story.storyId !== openId) return onOpen(row.story.storyId);
    const one = componentAt(content.studio, row.fault.path);
    if (one) editor.select([one.component.id]);
  };
  const part = (title: string, kind: 'error' | 'advice', list: readonly Row[]) =>
    list.length === 0 ? null : (
      <section aria-label={title}>
        <h3 className={css.part} data-kind={kind}>
          {title} <span className="num">{list.length}</span>
        </h3>
        <ul>
          {list.map((row) => (
            <FaultRow
              key={keyOf(row)}
              {...props}
              row={row}
              chosen={keyOf(row) === chosen}
              onChoose={() => setChosen(keyOf(row))}
            />
          ))}
        </ul>
      </section>
    );
  return (
    <section className={css.root} aria-label={t(checklistWords.title)}>
      <header className={css.head}>
        <div>
          <h2 className="t-card">{t(checklistWords.title)}</h2>
          <p className="t-caption">
            {t(checklistWords.summary, { stories: checks.length, errors: errors.length, advice: advice.length })}
          </p>
        </div>
        <IconButton label={t(checklistWords.close)} icon={<X />} onClick={onClose} />
      </header>
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
