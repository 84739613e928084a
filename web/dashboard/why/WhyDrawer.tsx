import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type WhyAnswer, type WhyBatch, type WhyFigure, whyDays, whyRule } from '#contracts/stats/explain.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { useRange } from '../group/analytics/use-range.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Drawer } from '../kit/overlays/Drawer.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { type Column, Table } from '../kit/table/Table.tsx';
import { dateIn, dateTimeIn, daysIn, exactNumber } from '../kit/text/format.ts';
import { useSession } from '../shell/session/session-context.tsx';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import { Contents } from './Contents.tsx';
import { figureName, ruleText, subjectName } from './names.ts';
import { type AskedFigure, useWhy, type WhySubject } from './use-why.ts';
import css from './WhyDrawer.module.css';
import { whyQuery } from './why-query.ts';

const daySeconds = 86_400;

const valueText = (figure: WhyFigure, value: number): string =>
  figure === 'average_watch_length' ? t(whyWords.seconds, { seconds: value.toFixed(1) }) : exactNumber(value);
const addsText = (figure: WhyFigure, { adds, leaves }: WhyBatch): string =>
  figure === 'average_watch_length'
    ? `${t(whyWords.seconds, { seconds: (adds / 1000).toFixed(1) })} / ${leaves ?? 0}`
    : `+${exactNumber(adds)}`;

function Check({ answer }: { answer: WhyAnswer }) {
  const same = answer.recounted === answer.value;
  const Sign = same ? CircleCheck : TriangleAlert;
  return (
    <div className={css.check} data-same={same || undefined}>
      <Sign size={16} aria-hidden />
      <p>
        {same
          ? t(whyWords.recountedSame)
          : t(whyWords.recountedOther, { recounted: valueText(answer.figure, answer.recounted) })}{' '}
        {answer.viewers === undefined ? null : t(whyWords.viewersExactly, { viewers: answer.viewers })}{' '}
        {answer.repeated > 0 ? t(whyWords.repeated, { repeated: answer.repeated }) : null}
      </p>
    </div>
  );
}

function Batches({ answer, batches }: { answer: WhyAnswer; batches: readonly WhyBatch[] }) {
  const { timeZone } = useSession();
  const columns: Column<WhyBatch>[] = [
    {
      id: 'ts',
      label: t(whyWords.received),
      render: ({ ts }) => <span className="num">{dateTimeIn(timeZone, ts, true)}</span>,
    },
    {
      id: 'sender',
      label: t(whyWords.sender),
      render: ({ platform, sdk_version }) => `${platform} ${sdk_version}`,
    },
    { id: 'app', label: t(whyWords.appVersion), render: ({ app_version }) => app_version ?? '–' },
    { id: 'adds', label: t(whyWords.adds), align: 'right', render: (batch) => addsText(answer.figure, batch) },
    { id: 'content', label: t(whyWords.content), render: ({ contents }) => <Contents contents={contents} /> },
  ];
  return <Table caption={t(whyWords.batches)} columns={columns} rows={batches} rowKey={({ batch_id }) => batch_id} />;
}

function Counted({ figure, subject }: { figure: WhyFigure; subject: WhySubject }) {
  const { range } = useRange();
  const { data, isError, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    whyQuery(figure, subject, range),
  );
  if (isError && !data)
    return <ErrorState title={t(whyWords.didNotLoad)} text={t(whyWords.didNotLoadText)} onRetry={() => refetch()} />;
  if (isPending)
    return (
      <>
        <Loading label={t(whyWords.loading)} />
        <Skeleton height={56} radius={8} />
        <Skeleton height={200} radius={8} />
      </>
    );
  const answer = data.pages[0]!;
  const batches = data.pages.flatMap((page) => page.batches);
  return (
    <>
      <p className={css.value}>
        {t(whyWords.title, { figure: figureName(figure), value: valueText(figure, answer.value) })}
      </p>
      <Check answer={answer} />
      <h3 className="t-card">{t(whyWords.byDay)}</h3>
      <Table
        caption={t(whyWords.byDay)}
        cards={false}
        columns={[
          {
            id: 'date',
            label: t(whyWords.day),
            render: ({ date }) => <span className="num">{dateIn('UTC', Date.parse(date) / 1000)}</span>,
          },
          {
            id: 'value',
            label: figureName(figure),
            align: 'right',
            render: ({ value }) => valueText(figure, value),
          },
        ]}
        rows={answer.days}
        rowKey={({ date }) => date}
      />
      <h3 className="t-card">{t(whyWords.batches)}</h3>
      <p className="t-small">{t(whyWords.batchCount, { total: answer.total })}</p>
      {batches.length > 0 ? <Batches answer={answer} batches={batches} /> : null}
      {hasNextPage ? (
        <Button size="small" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t(whyWords.showMore)}
        </Button>
      ) : null}
    </>
  );
}

function Rate({ subject }: { subject: WhySubject }) {
  const { ask } = useWhy();
  return (
    <div className={css.parts}>
      <Button size="small" onClick={() => ask('click', subject)}>
        {t(whyWords.clicks)}
      </Button>
      <Button size="small" onClick={() => ask('impression', subject)}>
        {t(whyWords.impressions)}
      </Button>
    </div>
  );
}

function TooLong() {
  const { range, pick } = useRange();
  return (
    <div className={css.parts}>
      <p className="t-small">{t(whyWords.tooLong, { most: whyDays })}</p>
      <Button size="small" onClick={() => pick(dayText(range.to - (whyDays - 1) * daySeconds), dayText(range.to))}>
        {t(whyWords.lastDays, { most: whyDays })}
      </Button>
    </div>
  );
}

function Body({ figure, subject }: { figure: AskedFigure; subject: WhySubject }) {
  const { range } = useRange();
  const days = Math.round((range.to - range.from) / daySeconds) + 1;
  return (
    <div className={css.root}>
      <h3 className="t-card">{t(whyWords.whatCounts)}</h3>
      <p className="t-small">{figure === 'ctr' ? t(whyWords.ctrRule) : ruleText(whyRule(figure, subject.scope))}</p>
      {figure === 'ctr' ? (
        <Rate subject={subject} />
      ) : days > whyDays ? (
        <TooLong />
      ) : (
        <Counted figure={figure} subject={subject} />
      )}
    </div>
  );
}

/** What the figure that the address asks about is made of: its rule, its days and the batches behind it. */
export default function WhyDrawer() {
  const { question, close } = useWhy();
  const { apps } = useSession();
  const { range } = useRange();
  if (!question) return null;
  const { figure, scope, id } = question;
  return (
    <Drawer
      open
      title={t(whyWords.whyFigure, { figure: figureName(figure) })}
      subtitle={`${subjectName(apps, { scope, id })} · ${daysIn('UTC', range.from, range.to)}`}
      onClose={close}
    >
      <Body figure={figure} subject={{ scope, id }} />
    </Drawer>
  );
}
