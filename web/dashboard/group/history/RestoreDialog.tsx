import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { LeftAsIs } from '#contracts/story-group/rows.ts';
import type { Envelope } from '../../api/http.ts';
import type { GroupSaved } from '../../content/story-group-commands.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { useSession } from '../../shell/session/session-context.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { FullNote } from '../FullNote.tsx';
import { type GroupDetail, restorePreviewQuery } from '../group-queries.ts';
import { useGroupCommand } from '../use-group-command.ts';
import { ChangeRows } from './ChangeRows.tsx';
import css from './RestoreDialog.module.css';

/** What is to be restored: a version (null: what was deleted), of one story where it is named. */
export interface RestoreWish {
  title: string;
  confirm: string;
  version: number | null;
  story_id: string | null;
}

function LeftList({ left }: { left: readonly LeftAsIs[] }) {
  if (left.length === 0) return null;
  return (
    <ul className={`${css.left} t-small`} aria-label={t(groupWords.restoreKeeps)}>
      {left.map((one) => (
        <li key={one.story_id ?? 'group'}>
          <strong>{one.title}:</strong> {one.message}
        </li>
      ))}
    </ul>
  );
}

/** Shows what a restore would change, and does it when that is confirmed; restoring is itself a change that can be undone. */
export function RestoreDialog(props: { group: GroupDetail; wish: RestoreWish; onClose: () => void }) {
  const { group, wish, onClose } = props;
  const { timeZone } = useSession();
  const preview = useQuery(restorePreviewQuery(group.id, wish.version, wish.story_id));
  const changes = preview.data?.changes ?? [];
  const refusal = preview.data?.refusal;
  const takeBack = useGroupCommand<number>(group.id, {
    send: (product, version, key) => product.restoreVersion(group.id, version, null, key),
    said: () => t(groupWords.restoreUndone),
  });
  const restore = useGroupCommand<RestoreWish, Envelope<GroupSaved>>(group.id, {
    send: (product, { version, story_id }, key) => product.restoreVersion(group.id, version, story_id, key),
    said: ({ message }) => ({ text: message }),
    undo:
      ({ data }) =>
      () =>
        takeBack.run(data.version - 1),
    onDone: onClose,
  });
  return (
    <Dialog
      open
      title={wish.title}
      size="large"
      onClose={onClose}
      onSubmit={() => changes.length > 0 && restore.run(wish)}
      footer={
        <>
          <Button onClick={onClose}>{t(groupWords.cancel)}</Button>
          <Button
            type="submit"
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            loading={restore.busy}
            disabled={changes.length === 0}
          >
            {wish.confirm}
          </Button>
        </>
      }
    >
      {preview.isPending ? (
        <>
          <Loading label={t(groupWords.loadingRestore)} />
          <Skeleton height={120} radius={8} />
        </>
      ) : null}
      {preview.isError ? (
        <ErrorState title={t(groupWords.restoreDidNotLoad)} onRetry={() => preview.refetch()} />
      ) : null}
      {refusal ? <FullNote>{refusal.message}</FullNote> : null}
      {preview.data && !refusal && changes.length === 0 ? <p>{t(groupWords.restoreChangesNothing)}</p> : null}
      {changes.length > 0 ? (
        <>
          <p className="t-small">{t(groupWords.restoreNote)}</p>
          <div className={css.changes}>
            <ChangeRows changes={changes} name={group.title} timeZone={timeZone} />
          </div>
        </>
      ) : null}
      <LeftList left={preview.data?.left ?? []} />
    </Dialog>
  );
}
