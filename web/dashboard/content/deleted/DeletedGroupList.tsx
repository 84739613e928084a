import { RotateCcw, Trash2 } from 'lucide-react';
import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import type { DeletedGroupRow } from '#contracts/story-group/lists.ts';
import { errorText } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { dateTimeIn, relativeTime } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { CustomerList } from '../../shell/CustomerList.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import groupCards from '../cards/GroupCards.module.css';
import { Dot } from '../Dot.tsx';
import { storyGroupChanges, storyGroupKeys } from '../story-group-queries.ts';
import css from './DeletedGroups.module.css';
import { useDeletedDrawer } from './use-deleted-drawer.ts';

function useRestore(instance: InstanceRow) {
  const { role } = useSession();
  return useCommand<DeletedGroupRow>({
    on: instance.id,
    send: (product, { id }, key) => product.restoreStoryGroup(id, key),
    changes: [...storyGroupChanges, storyGroupKeys.deleted],
    outdates: [appsQuery.queryKey],
    said: (_, { title }) => t(contentWords.groupIsBack, { title, waiting: role === 'story_creator' }),
  });
}

function Row({ row, instance }: { row: DeletedGroupRow; instance: InstanceRow }) {
  const { user, role, may, timeZone } = useSession();
  const restore = useRestore(instance);
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

function Rows({ instance }: { instance: InstanceRow }) {
  const { data } = useListContext<DeletedGroupRow>();
  return (
    <ul className={css.list} aria-label={t(contentWords.deletedStoryGroups)}>
      {data?.map((row) => (
        <Row key={row.id} row={row} instance={instance} />
      ))}
    </ul>
  );
}

/** The rows of the drawer of deleted groups; `waiting` stands in their place until they are there. */
export default function DeletedGroupList(props: { app: AppRow; instance: InstanceRow; waiting: ReactNode }) {
  const { app, instance, waiting } = props;
  const { isOpen, close } = useDeletedDrawer();
  return (
    <CustomerList
      name="deleted-story-groups"
      filter={{ app_id: app.id, instance_id: instance.id }}
      enabled={isOpen}
      waiting={waiting}
      failed={(error, onRetry) => (
        <ErrorState bare title={t(contentWords.deletedDidNotLoad)} text={errorText(error) ?? ''} onRetry={onRetry} />
      )}
      empty={
        <EmptyState
          art={<Trash2 size={32} aria-hidden />}
          title={t(contentWords.deletedEmptyTitle)}
          text={t(contentWords.deletedEmptyText)}
          action={<Button onClick={close}>{t(contentWords.backToStoryGroups)}</Button>}
        />
      }
    >
      <Rows instance={instance} />
    </CustomerList>
  );
}
