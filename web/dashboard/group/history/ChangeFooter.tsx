import { Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupRights } from '../group-rights.ts';
import css from './ChangeFooter.module.css';
import { RestoreDialog, type RestoreWish } from './RestoreDialog.tsx';

/** Changes that hold no content, so that restoring the version before them would change nothing. */
const withoutContent = new Set([
  'StoryGroupStatusChanged',
  'StoryGroupDeleted',
  'StoryActivated',
  'StoryInactivated',
  'StoriesReordered',
]);

/** What can be done with a change: undone, restored, or seen as it was (`onLook` where the phone stands elsewhere). */
export function ChangeFooter(props: { row: HistoryRow; group: GroupDetail; newest: boolean; onLook?: () => void }) {
  const { row, group, newest, onLook } = props;
  const { edit } = useGroupRights(group);
  const [wish, setWish] = useState<RestoreWish | null>(null);
  const denied = edit ? undefined : permissionText;
  const version = exactNumber(row.version);
  const deleted = row.action === 'StoryDeleted' && row.story_id ? row.story_id : null;
  const living = deleted !== null && group.stories.some((story) => story.id === deleted);
  return (
    <div className={css.root}>
      {onLook ? (
        <Button icon={<Play aria-hidden />} onClick={onLook}>
          {t(groupWords.openThen)}
        </Button>
      ) : null}
      <span className={css.end}>
        {deleted && !living ? (
          <Button
            disabledReason={denied}
            onClick={() =>
              setWish({
                title: t(groupWords.askRestoreStory),
                confirm: t(groupWords.restoreStory),
                version: null,
                story_id: deleted,
              })
            }
          >
            {t(groupWords.restoreStory)}
          </Button>
        ) : null}
        {newest && row.version > 1 && !withoutContent.has(row.action) ? (
          <Button
            disabledReason={denied}
            onClick={() =>
              setWish({
                title: t(groupWords.askUndoChange),
                confirm: t(groupWords.undoChange),
                version: row.version - 1,
                story_id: null,
              })
            }
          >
            {t(groupWords.undoChange)}
          </Button>
        ) : null}
        {newest ? null : (
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            disabledReason={denied}
            onClick={() =>
              setWish({
                title: t(groupWords.askRestoreVersion, { version }),
                confirm: t(groupWords.restoreVersion),
                version: row.version,
                story_id: null,
              })
            }
          >
            {t(groupWords.restoreVersion)}
          </Button>
        )}
      </span>
      {wish ? <RestoreDialog group={group} wish={wish} onClose={() => setWish(null)} /> : null}
    </div>
  );
}
