import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import type { SdkHealth } from '#contracts/stats/sdk-health.ts';
import { designCheckWords } from '#contracts/words/design-checks.en.ts';
import { http } from '../../api/http.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { fileSize } from '../../kit/text/format.ts';
import { Metric } from '../../kit/text/Metric.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import css from './SdkHealthDialog.module.css';
import { SdkRefusals } from './SdkRefusals.tsx';
import { SdkTrafficBars } from './SdkTrafficBars.tsx';
import { SdkVersions } from './SdkVersions.tsx';
import { type Period, periods, sumOf } from './sdk-health-words.ts';

const refreshMs = 10_000;

const choices = (Object.keys(periods) as Period[]).map((value) => ({ value, label: periods[value].label }));

function Waiting() {
  return (
    <>
      <Loading label={t(settingsWords.loadingSdkHealth)} />
      <Skeleton height={28} width={220} />
      <Skeleton height={170} radius={12} />
      <Skeleton height={124} radius={12} />
    </>
  );
}

function Health({ app, health }: { app: AppRow; health: SdkHealth }) {
  const { timeZone } = useSession();
  const [period, setPeriod] = useState<Period>('hour');
  const steps = health[periods[period].field];
  const { accepted, rejected } = sumOf(steps);
  return (
    <>
      <section className={css.part} aria-label={t(settingsWords.events)}>
        <SegmentedControl label={t(settingsWords.period)} value={period} options={choices} onChange={setPeriod} />
        <Card>
          <div className={css.sums}>
            <Metric label={t(settingsWords.accepted)} value={accepted} />
            <Metric label={t(settingsWords.refused)} value={rejected} />
          </div>
          <SdkTrafficBars steps={steps} period={period} zone={timeZone} />
        </Card>
      </section>
      <section className={css.part}>
        <div>
          <h3 className="t-card">{t(settingsWords.versions)}</h3>
          <p className="t-small">{t(settingsWords.versionsPeriod)}</p>
        </div>
        <SdkVersions versions={health.versions} zone={timeZone} />
      </section>
      <section className={css.part}>
        <h3 className="t-card">{t(settingsWords.refusedEvents)}</h3>
        {health.rejected.length > 0 ? (
          <SdkRefusals samples={health.rejected} instances={app.instances} zone={timeZone} />
        ) : (
          <p className="t-small">{t(settingsWords.noRefusals)}</p>
        )}
      </section>
    </>
  );
}

/** Which instances of an app deliver more than loads well. */
function TooLarge({ app, health }: { app: AppRow; health: SdkHealth }) {
  return health.document_large.map(({ instance_id, bytes }) => (
    <p key={instance_id} className={css.large}>
      <TriangleAlert size={16} aria-hidden />
      <span>
        <strong>{app.instances.find(({ id }) => id === instance_id)?.title}</strong>{' '}
        {t(designCheckWords.documentLarge, { size: fileSize(bytes) })}
      </span>
    </p>
  ));
}

/** What the SDKs of an app sent lately: how much, which versions, and what was refused and why. */
export function SdkHealthDialog({ app, onClose }: { app: AppRow; onClose: () => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['sdk-health', app.id],
    queryFn: ({ signal }) => http.get<SdkHealth>(`/app/sdk_health?app_id=${app.id}`, { signal }),
    refetchInterval: refreshMs,
  });
  const shown = () => {
    if (data)
      return (
        <>
          <TooLarge app={app} health={data} />
          {data.versions.length > 0 ? (
            <Health app={app} health={data} />
          ) : (
            <EmptyState title={t(settingsWords.noEventsTitle)} text={t(settingsWords.noEventsText)} />
          )}
        </>
      );
    if (isError) return <ErrorState bare title={t(settingsWords.sdkHealthDidNotLoad)} onRetry={() => void refetch()} />;
    return <Waiting />;
  };
  return (
    <Dialog open size="large" title={t(settingsWords.sdkHealthOf, { title: app.title })} onClose={onClose}>
      {shown()}
    </Dialog>
  );
}
