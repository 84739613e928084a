import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import type { DeletedGroupRow } from '#contracts/story-group/lists.ts';
import { errorText } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { permissionText } from '../../shell/permission-text.ts';
import { useSession } from '../../shell/session-context.tsx';
import { appsQuery } from '../../shell/session-queries.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import groupCards from '../cards/GroupCards.module.css';
import { Dot } from '../Dot.tsx';
import { deletedGroupListQuery, storyGroupChanges, storyGroupKeys } from '../story-group-queries.ts';
import css from './DeletedGroups.module.css';
import { useDeletedDrawer } from './use-deleted-drawer.ts';

function useRestore(app: AppRow, instance: InstanceRow) {
  const { role } = useSession();
  return useCommand<DeletedGroupRow>({
    on: instance.id,
    send: (product, { id }, key) => product.restoreStoryGroup(id, key),
    changes: [...storyGroupChanges, storyGroupKeys.deleted(app.id, instance.id)],
    outdates: [appsQuery.queryKey],
    said: (_, { title }) => t(contentWords.groupIsBack, { title, waiting: role === 'story_creator' }),
  });
}

function Waiting() {
  return (
    <>
      <Loading label={t(contentWords.loadingDeleted)} />
      <ul className={css.list} aria-hidden>
        {['a', 'b', 'c'].map((place) => (
          <li key={place} className={css.row}>
            <Skeleton round width={40} height={40} />
            <div className={`${groupCards.what} ${groupCards.bones}`}>
              <Skeleton width="50%" height={12} />
              <Skeleton width="70%" height={10} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Row(props: { row: DeletedGroupRow; app: AppRow; instance: InstanceRow }) {
  const { row, app, instance } = props;
  const { user, role, may, timeZone } = useSession();
  const restore = useRestore(app, instance);
  const mayRestore = may('storyGroup.edit') && (role !== 'story_creator' || row.user_id === user.id);
  return (
    <li className={css.row}>
      <Cover name={row.title} src={row.icon} size={40} state="inactive" />
      <div className={groupCards.what}>
        <div className={`${css.name} truncate`}>{row.title}</div>
        <div className="t-small">
          {row.deleted_by.name}
          <Dot />
          <Tooltip text={dateTimeIn(timeZone, row.ts_deleted)} describes={false}>
            <time dateTime={new Date(row.ts_deleted * 1000).toISOString()}>
              {relativeTime(row.ts_deleted, timeZone)}
            </time>
          </Tooltip>
          <Dot />
          {t(contentWords.storyCount, { count: row.story_count })}
        </div>
      </div>
      <Button
        size="small"
        icon={<RotateCcw aria-hidden />}
        loading={restore.busy}
        disabledReason={mayRestore ? undefined : permissionText}
        onClick={() => restore.run(row)}
        aria-label={t(contentWords.restoreTitle, { title: row.title })}
      >
        {t(contentWords.restore)}
      </Button>
    </li>
  );
}

/** The deleted groups of an instance, the last deleted first, each with who deleted it, when, and the way back. */
export function DeletedGroups({ app, instance }: { app: AppRow; instance: InstanceRow }) {
  const { isOpen, close } = useDeletedDrawer();
  const list = useQuery({ ...deletedGroupListQuery(app.id, instance.id), enabled: isOpen });
  const rows = list.data;
  return (
    <Drawer
      open={isOpen}
      title={t(contentWords.recentlyDeleted)}
      subtitle={t(contentWords.restoreText, { title: app.title, instance: instance.title })}
      onClose={close}
    >
      {list.isError && !rows ? (
        <ErrorState
          bare
          title={t(contentWords.deletedDidNotLoad)}
          text={errorText(list.error) ?? ''}
          onRetry={() => list.refetch()}
        />
      ) : rows === undefined ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <EmptyState
          art={<Trash2 size={32} aria-hidden />}
          title={t(contentWords.deletedEmptyTitle)}
          text={t(contentWords.deletedEmptyText)}
          action={<Button onClick={close}>{t(contentWords.backToStoryGroups)}</Button>}
        />
      ) : (
        <ul className={css.list} aria-label={t(contentWords.deletedStoryGroups)}>
          {rows.map((row) => (
            <Row key={row.id} row={row} app={app} instance={instance} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}
