import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ListContextProvider, ResourceContextProvider, useList, useRecordContext } from 'react-admin';
import type { ProjectionRow } from '#contracts/admin/admin-log.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { exactNumber } from '../../kit/format.ts';
import { Loading, Skeleton } from '../../kit/Skeleton.tsx';
import { AdminPage } from '../AdminPage.tsx';
import fieldCss from '../fields.module.css';
import { MomentField } from '../fields.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { type Told, useStaffAct } from '../provider/use-staff-act.ts';
import css from './health.module.css';
import { healthQuery } from './health-queries.ts';
import { ParkedEvents } from './ParkedEvents.tsx';
import { RebuildState } from './RebuildState.tsx';

const purposes: Record<string, string> = {
  analytics: 'Figures of stories',
  audit: 'Who did what',
  catalog: 'Apps, groups, people as lists show them',
  delivery: 'What apps receive',
  history: 'Histories of groups',
};
const slowSeconds = 5;
const saysNothing = (): Told => ({ type: 'success', text: null });

function State({ row }: { row: ProjectionRow }) {
  if (row.parked_events > 0) return <Badge kind="danger">Events set aside</Badge>;
  if (row.lag > slowSeconds) return <Badge kind="waiting">Behind</Badge>;
  return <Badge kind="active">Up to date</Badge>;
}

const lagText = (seconds: number): string => (seconds < 0.05 ? '0 s' : `${exactNumber(Number(seconds.toFixed(1)))} s`);

function NameField() {
  const row = useRecordContext<ProjectionRow>();
  if (!row) return null;
  return (
    <span className={fieldCss.two}>
      <span className={fieldCss.strong}>{row.name}</span>
      <span className="t-caption">{purposes[row.name] ?? ''}</span>
    </span>
  );
}

function Table({ rows, onRebuild }: { rows: ProjectionRow[]; onRebuild: (name: string) => void }) {
  const list = useList({ data: rows });
  return (
    <ResourceContextProvider value="projections">
      <ListContextProvider value={list}>
        <AdminTable<ProjectionRow> name="Read models">
          <ListColumn label="Read model" field={NameField} />
          <ListColumn<ProjectionRow> label="State" render={(row) => <State row={row} />} />
          <ListColumn<ProjectionRow> label="Lag" align="right" render={(row) => lagText(row.lag)} />
          <ListColumn<ProjectionRow> label="Events behind" align="right" render={(row) => exactNumber(row.behind)} />
          <ListColumn<ProjectionRow> label="Set aside" align="right" render={(row) => exactNumber(row.parked_events)} />
          <ListColumn source="ts_moved" label="Last event" field={MomentField} disableSort />
          <ListColumn<ProjectionRow> label="Last rebuild" render={(row) => <RebuildState run={row.rebuild} />} />
          <ListColumn<ProjectionRow>
            label="Actions"
            head={false}
            align="right"
            render={(row) => (
              <Button
                size="small"
                aria-label={`Rebuild ${row.name}`}
                disabledReason={row.rebuild?.state === 'running' ? 'It is being rebuilt already.' : undefined}
                onClick={() => onRebuild(row.name)}
              >
                Rebuild
              </Button>
            )}
          />
        </AdminTable>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

function RebuildDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const act = useStaffAct('rebuild', { changes: [healthQuery.queryKey], done: saysNothing });
  return (
    <ConfirmDialog
      open={name !== null}
      title={`Rebuild ${name ?? ''}?`}
      text="It is made anew from the log beside the running one, which goes on answering. The new one takes its place when it is done; the database is busy meanwhile."
      confirmLabel="Rebuild"
      danger={false}
      onConfirm={() => name && act.mutateAsync({ projection: name }).then(onClose, onClose)}
      onClose={onClose}
    />
  );
}

function Jobs() {
  const act = useStaffAct('openJobs', {
    changes: [],
    done: () => {
      window.open('/ops/queues', '_blank', 'noopener');
      return saysNothing();
    },
  });
  return (
    <Card as="section" className={css.jobs} aria-label="Jobs">
      <div>
        <h2 className="t-card">Jobs</h2>
        <p className="t-small">
          Mails and other effects: what waits, what runs, what failed for good. The board opens in a tab of its own and
          stays open for ten minutes.
        </p>
      </div>
      <Button icon={<ExternalLink aria-hidden />} loading={act.isPending} onClick={() => act.mutate({})}>
        Open the job board
      </Button>
    </Card>
  );
}

function Models() {
  const { data: rows, isError, refetch } = useQuery(healthQuery);
  const [rebuilding, setRebuilding] = useState<string | null>(null);
  if (isError && !rows) return <ErrorState title="The read models did not load" onRetry={() => refetch()} />;
  if (!rows)
    return (
      <>
        <Loading />
        <Skeleton height={296} radius={12} />
      </>
    );
  return (
    <>
      <Card as="section" padded={false} className={css.models} aria-label="Read models">
        <Table rows={rows} onRebuild={setRebuilding} />
      </Card>
      <ParkedEvents total={rows.reduce((sum, row) => sum + row.parked_events, 0)} />
      <RebuildDialog name={rebuilding} onClose={() => setRebuilding(null)} />
    </>
  );
}

/** How far every read model is, what they have set aside, how they are made anew; and the way to the jobs. */
export function Component() {
  return (
    <AdminPage title="Health" utc>
      <Models />
      <Jobs />
    </AdminPage>
  );
}
