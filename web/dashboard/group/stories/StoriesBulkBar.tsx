import { CirclePause, CirclePlay, Copy, Trash2, X } from 'lucide-react';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { cut } from '../../kit/text/format.ts';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './StoriesBulkBar.module.css';
import { activeStoryText } from './story-list.ts';

const named = 2;

function names(chosen: readonly StoryRow[]): string {
  const shown = chosen.slice(0, named).map((story) => cut(story.title, 22));
  const rest = chosen.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} +${rest}` : shown.join(', ');
}

/** What can be done with the selected stories; it floats over the page. */
export function StoriesBulkBar(props: {
  chosen: readonly StoryRow[];
  canPublish: boolean;
  canEdit: boolean;
  onActivate: (on: boolean) => void;
  onCopy: () => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  const { chosen, canPublish, canEdit, onActivate, onCopy, onDelete, onClear } = props;
  const publish = canPublish ? undefined : permissionText;
  const hasActive = chosen.some((story) => story.status === storyStatus.active);
  const remove = canEdit ? (hasActive ? activeStoryText : undefined) : permissionText;
  return (
    <section className={css.root} data-bottom-bar aria-label={t(groupWords.selectedStories)}>
      <span className={css.count} role="status">
        {t(groupWords.countSelected, { count: chosen.length })}
      </span>
      <span className={`${css.names} truncate`}>{names(chosen)}</span>
      <Button size="small" icon={<CirclePlay aria-hidden />} disabledReason={publish} onClick={() => onActivate(true)}>
        {t(groupWords.activate)}
      </Button>
      <Button
        size="small"
        icon={<CirclePause aria-hidden />}
        disabledReason={publish}
        onClick={() => onActivate(false)}
      >
        {t(groupWords.inactivate)}
      </Button>
      <Button
        size="small"
        icon={<Copy aria-hidden />}
        disabledReason={canEdit ? undefined : permissionText}
        onClick={onCopy}
      >
        {t(groupWords.copy)}
      </Button>
      <Button size="small" icon={<Trash2 aria-hidden />} disabledReason={remove} onClick={onDelete}>
        {t(groupWords.delete)}
      </Button>
      <IconButton size="small" label={t(groupWords.clearSelection)} icon={<X />} onClick={onClear} />
    </section>
  );
}
