import { Play, RotateCcw } from 'lucide-react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { Button, type ButtonProps } from '../../kit/buttons/Button.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupRights } from '../group-rights.ts';
import css from './ChangeFooter.module.css';
import { RestoreDialog } from './RestoreDialog.tsx';
import { type RestoreWish, restoreTexts } from './restore-wish.ts';
import { useRestoreAsk } from './use-restore-ask.ts';

/** Changes that hold no content, so that restoring the version before them would change nothing. */
const withoutContent = new Set([
  'StoryGroupStatusChanged',
  'StoryGroupDeleted',
  'StoryActivated',
  'StoryInactivated',
  'StoriesReordered',
]);

/** What can be brought back from a change. */
function wishesOf(row: HistoryRow, group: GroupDetail, newest: boolean): RestoreWish[] {
  const wishes: RestoreWish[] = [];
  const { story_id, version } = row;
  if (row.action === 'StoryDeleted' && story_id && !group.stories.some(({ id }) => id === story_id))
    wishes.push({ kind: 'story', version: null, story_id });
  if (!newest) wishes.push({ kind: 'version', version, story_id: null });
  else if (version > 1 && !withoutContent.has(row.action))
    wishes.push({ kind: 'undo', version: version - 1, story_id: null });
  return wishes;
}

const loud: Partial<ButtonProps> = { variant: 'primary', icon: <RotateCcw aria-hidden /> };

/** What can be done with a change: undone, restored, or seen as it was (`onLook` where the phone stands elsewhere). */
export function ChangeFooter(props: { row: HistoryRow; group: GroupDetail; newest: boolean; onLook?: () => void }) {
  const { row, group, newest, onLook } = props;
  const { edit } = useGroupRights(group);
  const restore = useRestoreAsk(group.id);
  return (
    <div className={css.root}>
      {onLook ? (
        <Button icon={<Play aria-hidden />} onClick={onLook}>
          {t(groupWords.openThen)}
        </Button>
      ) : null}
      <span className={css.end}>
        {wishesOf(row, group, newest).map((wish) => (
          <Button
            key={wish.kind}
            {...(wish.kind === 'version' ? loud : {})}
            loading={restore.checking?.kind === wish.kind}
            disabledReason={edit ? undefined : permissionText}
            onClick={() => restore.ask(wish)}
          >
            {restoreTexts(wish).act}
          </Button>
        ))}
      </span>
      {restore.checking ? <Loading label={t(groupWords.loadingRestore)} /> : null}
      {restore.asked ? <RestoreDialog group={group} asked={restore.asked} onClose={restore.close} /> : null}
    </div>
  );
}
