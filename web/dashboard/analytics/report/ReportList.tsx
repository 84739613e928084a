import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportRow } from '#contracts/report/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { reportsWords } from '../../words/reports.en.ts';
import { t } from '../../words/t.ts';
import css from './ReportDrawer.module.css';
import { reportsQuery } from './reports-query.ts';

const mostNames = 3;

/** The first names of a list, and how many more there are. */
const namesOf = (all: readonly string[]): string => {
  const names = all.slice(0, mostNames).join(', ');
  return all.length > mostNames ? t(reportsWords.namesMore, { names, more: all.length - mostNames }) : names;
};

function Line({ report, onEnd }: { report: ReportRow; onEnd: () => void }) {
  const { apps, timeZone } = useSession();
  const { name, rhythm, recipients, made_by, may_end, ts_next } = report;
  const titles = apps.filter(({ id }) => report.app_id.includes(id)).map(({ title }) => title);
  const shown = titles.length > 0 ? namesOf(titles) : t(reportsWords.noApps);
  return (
    <li className={css.report}>
      <div className={css.what}>
        <span className={`${css.name} truncate`}>{name}</span>
        <span className="t-small">{t(reportsWords.every, { rhythm, apps: shown })}</span>
        <span className="t-small">
          {recipients.length > 0
            ? t(reportsWords.to, { names: namesOf(recipients.map((one) => one.name)) })
            : t(reportsWords.toNobody)}
        </span>
        <span className="t-caption">
          {t(reportsWords.next, { moment: dateTimeIn(timeZone, ts_next) })}
          <i className={css.dot} aria-hidden />
          {t(reportsWords.madeBy, { name: made_by.name })}
        </span>
      </div>
      <Button
        size="small"
        aria-label={may_end ? t(reportsWords.endLabel, { name }) : t(reportsWords.leaveLabel, { name })}
        disabledReason={actingReason()}
        onClick={onEnd}
      >
        {may_end ? t(reportsWords.end) : t(reportsWords.leave)}
      </Button>
    </li>
  );
}

function AskToEnd({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const { id, name, may_end, recipients } = report;
  const end = useCommand({
    on: id,
    send: (product, _, key) => (may_end ? product.endReport(id, key) : product.leaveReport(id, key)),
    changes: [reportsQuery.queryKey],
    said: () => (may_end ? t(reportsWords.ended) : t(reportsWords.left)),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={may_end ? t(reportsWords.endTitle) : t(reportsWords.leaveTitle)}
      text={may_end ? t(reportsWords.endText, { name, count: recipients.length }) : t(reportsWords.leaveText, { name })}
      confirmLabel={may_end ? t(reportsWords.endTitle) : t(reportsWords.leaveTitle)}
      cancelLabel={t(reportsWords.cancel)}
      onConfirm={() => end.run()}
      onClose={onClose}
    />
  );
}

function Reports() {
  const { data, isError, isPending, refetch } = useQuery(reportsQuery);
  const [asked, ask] = useState<ReportRow | null>(null);
  if (isError && !data)
    return <ErrorState title={t(reportsWords.failed)} text={t(reportsWords.failedText)} onRetry={() => refetch()} />;
  if (isPending)
    return (
      <>
        <Loading label={t(reportsWords.loading)} />
        <Skeleton height={84} radius={8} />
      </>
    );
  if (data.length === 0) return <p className="t-small">{t(reportsWords.none)}</p>;
  return (
    <>
      <ul>
        {data.map((report) => (
          <Line key={report.id} report={report} onEnd={() => ask(report)} />
        ))}
      </ul>
      {asked ? <AskToEnd report={asked} onClose={() => ask(null)} /> : null}
    </>
  );
}

/** The reports by email that the person may see, each with who gets it, when it comes next and the way to end it. */
export function ReportList() {
  return (
    <section className={css.list} aria-label={t(reportsWords.reports)}>
      <h3 className="t-card">{t(reportsWords.reports)}</h3>
      <Reports />
    </section>
  );
}
