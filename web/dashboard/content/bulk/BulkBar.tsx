import { CirclePause, CirclePlay, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { groupStatus } from '#contracts/story-group/status.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { ConfirmLive } from '../ConfirmLive.tsx';
import { ringOf } from '../cards/GroupCard.tsx';
import css from './BulkBar.module.css';
import { BulkButton } from './BulkButton.tsx';
import bulkParts from './BulkParts.module.css';
import type { BulkActions } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const shownNames = 3;

/** Properties of the BulkBar; `total` is how many groups could be selected. */
export interface BulkBarProps {
  selection: Selection;
  total: number;
  bulk: BulkActions;
  mayPublish: boolean;
  /** Whether Escape belongs to something else at the moment. */
  busy: boolean;
}

/** Floats over the page while groups are selected: what is selected, and what can be done with it. */
export function BulkBar({ selection, total, bulk, mayPublish, busy }: BulkBarProps) {
  const { rows, clear, selectAll } = selection;
  const [asking, setAsking] = useState<'delete' | 'activate' | null>(null);
  const count = rows.length;
  useEffect(() => {
    if (count === 0) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !busy) clear();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [count, busy, clear]);
  if (count === 0) return null;

  const noPublish = mayPublish ? undefined : permissionText;
  const someActive = rows.some((row) => row.status === groupStatus.active);
  const tests = rows.filter((row) => row.status === groupStatus.test);
  const stories = rows.reduce((sum, row) => sum + row.story_count, 0);
  const set = (status: number) => {
    bulk.setStatus(rows, status);
    clear();
  };
  return (
    <section className={css.root} data-bottom-bar aria-label={t(contentWords.selectedStoryGroups)}>
      <div className={css.what}>
        <Checkbox
          hideLabel
          label={count === total ? t(contentWords.clearSelection) : t(contentWords.selectAll)}
          checked={count === total}
          indeterminate={count < total}
          onChange={() => (count === total ? clear() : selectAll())}
        />
        <span className={`${css.count} num`} role="status">
          {t(contentWords.countSelected, { count })}
        </span>
        {rows.slice(0, shownNames).map((row) => (
          <Tooltip key={row.id} text={count === 1 ? null : row.title}>
            <span className={css.chip} data-alone={count === 1 || undefined}>
              <Cover name={row.title} src={row.icon} size={20} state={ringOf(row.status)} />
              <span className="truncate">{row.title}</span>
            </span>
          </Tooltip>
        ))}
        {count > shownNames ? (
          <span className={`${css.more} num`}>{t(contentWords.moreSelected, { count: count - shownNames })}</span>
        ) : null}
      </div>
      <span className={css.line} aria-hidden />
      <div className={bulkParts.acts}>
        <BulkButton
          icon={<CirclePlay aria-hidden />}
          disabledReason={noPublish}
          onClick={() => (tests.length > 0 ? setAsking('activate') : set(groupStatus.active))}
        >
          {t(contentWords.activate)}
        </BulkButton>
        <BulkButton
          icon={<CirclePause aria-hidden />}
          disabledReason={noPublish}
          onClick={() => set(groupStatus.inactive)}
        >
          {t(contentWords.inactivate)}
        </BulkButton>
        <BulkButton
          icon={<Trash2 aria-hidden />}
          disabledReason={noPublish ?? (someActive ? t(refusalWords.GroupActive) : undefined)}
          onClick={() => setAsking('delete')}
        >
          {t(contentWords.delete)}
        </BulkButton>
      </div>
      <span className={css.line} aria-hidden />
      <button type="button" className={`${bulkParts.button} ${bulkParts.clear}`} onClick={clear}>
        <X aria-hidden />
        <span className="visually-hidden">{t(contentWords.clearSelection)}</span>
        <kbd aria-hidden>{t(contentWords.esc)}</kbd>
      </button>
      <ConfirmLive
        titles={asking === 'activate' ? tests.map(({ title }) => title) : []}
        count={count}
        onClose={() => setAsking(null)}
        onConfirm={() => set(groupStatus.active)}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        typeToConfirm={t(contentWords.delete)}
        text={t(contentWords.deleteGroupsText, { count, stories })}
        more={t(contentWords.deleteGroupsMore, { count })}
        confirmLabel={t(contentWords.deleteGroups, { count })}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          await bulk.remove(rows);
          setAsking(null);
          clear();
        }}
      />
    </section>
  );
}
