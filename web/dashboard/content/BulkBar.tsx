import { CirclePause, CirclePlay, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { groupStatus } from '#contracts/story-group/status.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Checkbox } from '../kit/Checkbox.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { Cover } from '../kit/Cover.tsx';
import { plural } from '../kit/format.ts';
import { Tooltip } from '../kit/Tooltip.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { t } from '../words/t.ts';
import css from './BulkBar.module.css';
import { BulkButton } from './BulkButton.tsx';
import bulkParts from './BulkParts.module.css';
import { ringOf } from './GroupCard.tsx';
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
  const [asking, setAsking] = useState(false);
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
  const stories = rows.reduce((sum, row) => sum + row.story_count, 0);
  const set = (status: number) => {
    bulk.setStatus(rows, status);
    clear();
  };
  return (
    <section className={css.root} data-bottom-bar aria-label="Selected story groups">
      <div className={css.what}>
        <Checkbox
          hideLabel
          label={count === total ? 'Clear the selection' : 'Select all'}
          checked={count === total}
          indeterminate={count < total}
          onChange={() => (count === total ? clear() : selectAll())}
        />
        <span className={`${css.count} num`} role="status">
          {count} selected
        </span>
        {rows.slice(0, shownNames).map((row) => (
          <Tooltip key={row.id} text={count === 1 ? null : row.title}>
            <span className={css.chip} data-alone={count === 1 || undefined}>
              <Cover name={row.title} src={row.icon} size={20} state={ringOf(row.status)} />
              <span className="truncate">{row.title}</span>
            </span>
          </Tooltip>
        ))}
        {count > shownNames ? <span className={`${css.more} num`}>+{count - shownNames} Selected</span> : null}
      </div>
      <span className={css.line} aria-hidden />
      <div className={bulkParts.acts}>
        <BulkButton
          icon={<CirclePlay aria-hidden />}
          disabledReason={noPublish}
          onClick={() => set(groupStatus.active)}
        >
          Activate
        </BulkButton>
        <BulkButton
          icon={<CirclePause aria-hidden />}
          disabledReason={noPublish}
          onClick={() => set(groupStatus.inactive)}
        >
          Inactivate
        </BulkButton>
        <BulkButton
          icon={<Trash2 aria-hidden />}
          disabledReason={noPublish ?? (someActive ? t(refusalWords.GroupActive) : undefined)}
          onClick={() => setAsking(true)}
        >
          Delete
        </BulkButton>
      </div>
      <span className={css.line} aria-hidden />
      <button type="button" className={`${bulkParts.button} ${bulkParts.clear}`} onClick={clear}>
        <X aria-hidden />
        <span className="visually-hidden">Clear the selection</span>
        <kbd aria-hidden>Esc</kbd>
      </button>
      <ConfirmDialog
        open={asking}
        typeToConfirm="Delete"
        text={`If you delete a story group, you will lose all its data. This deletes ${plural(count, 'story group')} with ${plural(stories, 'story', 'stories')}.`}
        confirmLabel={`Delete ${plural(count, 'group')}`}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await bulk.remove(rows);
          setAsking(false);
          clear();
        }}
      />
    </section>
  );
}
