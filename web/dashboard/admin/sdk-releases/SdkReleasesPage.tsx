import type { Query } from '@tanstack/react-query';
import { Megaphone, Package } from 'lucide-react';
import { useState } from 'react';
import { type GetListResult, List, Pagination, TopToolbar, useListContext, useRecordContext } from 'react-admin';
import { adminPageSizes } from '#contracts/admin/admin.ts';
import type { SdkReleaseRow } from '#contracts/admin/sdk-release.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { sdkReleaseWords } from '../../words/sdk-releases.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import css from '../FieldParts.module.css';
import { FigureField, MomentField } from '../fields.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { AnnounceDialog } from './AnnounceDialog.tsx';

const newestFirst = { field: 'ts_created', order: 'DESC' } as const;
const rowsPerPage = { select: { native: true, inputProps: { 'aria-label': t(adminWords.rows) } } };
/** How long accounts are being told of a release, at most, in seconds. */
const tellingSeconds = 60;

/** Looks again until a release that was just announced is in the list, and while accounts are being told of the newest. */
const lookAgain =
  (awaited: string | null) =>
  ({ state }: Query<GetListResult<SdkReleaseRow>>): number | false => {
    const rows = state.data?.data ?? [];
    if (awaited && !rows.some(({ id }) => id === awaited)) return 500;
    const [newest] = rows;
    return newest && Date.now() / 1000 - newest.ts_created < tellingSeconds ? 3000 : false;
  };

function ReleaseField() {
  const release = useRecordContext<SdkReleaseRow>();
  if (!release) return null;
  const { platform, version } = release;
  return (
    <span className={css.strong}>
      {t(sdkReleaseWords[platform])} {version}
    </span>
  );
}

function NotesField() {
  const release = useRecordContext<SdkReleaseRow>();
  if (!release) return null;
  return (
    <a href={release.url} className={`${css.link} truncate`} target="_blank" rel="noopener noreferrer">
      {release.url}
    </a>
  );
}

function Acts({ onAnnounce }: { onAnnounce: () => void }) {
  const { total } = useListContext();
  return (
    <TopToolbar>
      <span className="t-small num" role="status">
        {total === undefined ? '' : t(sdkReleaseWords.count, { count: total })}
      </span>
      <Button size="toolbar" variant="primary" icon={<Megaphone aria-hidden />} onClick={onAnnounce}>
        {t(sdkReleaseWords.announce)}
      </Button>
    </TopToolbar>
  );
}

const none = (
  <EmptyState
    art={<Package size={32} aria-hidden />}
    title={t(sdkReleaseWords.none)}
    text={t(sdkReleaseWords.noneText)}
  />
);

/** The releases of the SDK that staff announced, and how many heard of each so far. */
export function Component() {
  const [asks, setAsks] = useState(false);
  const [awaited, setAwaited] = useState<string | null>(null);
  return (
    <AdminPage title={t(sdkReleaseWords.title)} utc>
      <List<SdkReleaseRow>
        resource="sdk-releases"
        title={false}
        actions={<Acts onAnnounce={() => setAsks(true)} />}
        sort={newestFirst}
        perPage={20}
        pagination={<Pagination rowsPerPageOptions={[...adminPageSizes]} slotProps={rowsPerPage} />}
        empty={false}
        storeKey={false}
        queryOptions={{ refetchInterval: lookAgain(awaited) }}
        aria-label={t(sdkReleaseWords.rows)}
      >
        <AdminTable<SdkReleaseRow> label={t(sdkReleaseWords.rows)} none={none}>
          <ListColumn label={t(sdkReleaseWords.version)} field={ReleaseField} />
          <ListColumn label={t(sdkReleaseWords.notes)} field={NotesField} />
          <ListColumn source="user.name" label={t(sdkReleaseWords.by)} disableSort />
          <ListColumn
            source="accounts"
            label={t(sdkReleaseWords.accounts)}
            align="right"
            field={FigureField}
            disableSort
          />
          <ListColumn source="apps" label={t(sdkReleaseWords.apps)} align="right" field={FigureField} disableSort />
          <ListColumn source="ts_created" label={t(sdkReleaseWords.announced)} field={MomentField} />
        </AdminTable>
      </List>
      {asks ? <AnnounceDialog onDone={setAwaited} onClose={() => setAsks(false)} /> : null}
    </AdminPage>
  );
}
