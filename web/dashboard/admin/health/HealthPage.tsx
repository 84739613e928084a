import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { ListContextProvider, ResourceContextProvider, useList, useRecordContext } from 'react-admin';
import type { ProjectionRow } from '#contracts/admin/admin-log.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import fieldCss from '../FieldParts.module.css';
import { MomentField } from '../fields.tsx';
import { AdminTable } from '../list/AdminTable.tsx';
import { ListColumn } from '../list/ListColumn.tsx';
import { useStaffAct } from '../provider/use-staff-act.ts';
import css from './HealthParts.module.css';
import { healthQuery } from './health-queries.ts';
import { ParkedEvents } from './ParkedEvents.tsx';
import { RebuildState } from './RebuildState.tsx';

const purposes: Record<string, string> = {
  analytics: t(adminWords.analyticsModelText),
  audit: t(adminWords.auditModelText),
  catalog: t(adminWords.catalogModelText),
  delivery: t(adminWords.deliveryModelText),
  history: t(adminWords.historyModelText),
  notifications: t(adminWords.notificationsModelText),
};
const slowSeconds = 5;
const saysNothing = () => null;
const notKnown = '–';

function State({ row }: { row: ProjectionRow }) {
  if (row.parked_events > 0) return <Badge kind="danger">{t(adminWords.eventsSetAside)}</Badge>;
  if (row.lag === null) return <Badge kind="neutral">{t(adminWords.lagUnknown)}</Badge>;
  if (row.lag > slowSeconds) return <Badge kind="waiting">{t(adminWords.behind)}</Badge>;
  return <Badge kind="active">{t(adminWords.upToDate)}</Badge>;
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
        <AdminTable<ProjectionRow> label={t(adminWords.listOfReadModels)}>
          <ListColumn label={t(adminWords.readModel)} field={NameField} />
          <ListColumn<ProjectionRow> label={t(adminWords.state)} render={(row) => <State row={row} />} />
          <ListColumn<ProjectionRow>
            label={t(adminWords.lag)}
            align="right"
            render={({ lag }) => (lag === null ? notKnown : lagText(lag))}
          />
          <ListColumn<ProjectionRow>
            label={t(adminWords.eventsBehind)}
            align="right"
            render={({ behind }) => (behind === null ? notKnown : exactNumber(behind))}
          />
          <ListColumn<ProjectionRow>
            label={t(adminWords.setAside)}
            align="right"
            render={(row) => exactNumber(row.parked_events)}
          />
          <ListColumn source="ts_moved" label={t(adminWords.lastEvent)} field={MomentField} disableSort />
          <ListColumn<ProjectionRow>
            label={t(adminWords.lastRebuild)}
            render={(row) => <RebuildState run={row.rebuild} />}
          />
          <ListColumn<ProjectionRow>
            label={t(adminWords.actions)}
            head={false}
            align="right"
            render={(row) => (
              <Button
                size="small"
                aria-label={t(adminWords.rebuildName, { name: row.name })}
                disabledReason={row.rebuild?.state === 'running' ? t(adminWords.rebuildRunning) : undefined}
                onClick={() => onRebuild(row.name)}
              >
                {t(adminWords.rebuild)}
              </Button>
            )}
          />
        </AdminTable>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

function RebuildDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const act = useStaffAct('rebuild', name ?? '', { changes: [healthQuery.queryKey], said: saysNothing });
  return (
    <ConfirmDialog
      open={name !== null}
      title={t(adminWords.askRebuild, { name: name ?? '' })}
      text={t(adminWords.rebuildText)}
      confirmLabel={t(adminWords.rebuild)}
      danger={false}
      onConfirm={() => name && act.run({ projection: name }).then(onClose)}
      onClose={onClose}
    />
  );
}

function Jobs() {
  const act = useStaffAct('openJobs', 'jobs', {
    changes: [],
    said: () => {
      window.open('/ops/queues', '_blank', 'noopener');
      return saysNothing();
    },
  });
  return (
    <Card as="section" className={css.jobs} aria-label={t(adminWords.jobs)}>
      <div>
        <h2 className="t-card">{t(adminWords.jobs)}</h2>
        <p className="t-small">{t(adminWords.jobsText)}</p>
      </div>
      <Button icon={<ExternalLink aria-hidden />} loading={act.busy} onClick={() => act.run({})}>
        {t(adminWords.openJobBoard)}
      </Button>
    </Card>
  );
}

function Models() {
  const { data: rows, isError, refetch } = useQuery(healthQuery);
  const [rebuilding, setRebuilding] = useState<string | null>(null);
  if (isError && !rows) return <ErrorState title={t(adminWords.readModelsDidNotLoad)} onRetry={() => refetch()} />;
  if (!rows)
    return (
      <>
        <Loading />
        <Skeleton height={296} radius={12} />
      </>
    );
  return (
    <>
      <Card as="section" padded={false} className={css.models} aria-label={t(adminWords.readModels)}>
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
    <AdminPage title={t(adminWords.health)} utc>
      <Models />
      <Jobs />
    </AdminPage>
  );
}
