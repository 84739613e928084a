import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { WhyAnswer, WhyBatch } from '#contracts/stats/explain.ts';
import { isAnswerFigure, type WhyFigure, type WhyMetric, whyDays } from '#contracts/stats/why-figures.ts';
import { whyAnswerRule, whyRule } from '#contracts/stats/why-rule.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { useRange } from '../group/analytics/use-range.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Drawer } from '../kit/overlays/Drawer.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { type Column, Table } from '../kit/table/Table.tsx';
import { dateIn, dateTimeIn, daysIn, exactNumber } from '../kit/text/format.ts';
import { useSession } from '../shell/session/session-value.ts';
import { sayPhrase } from '../words/say-phrase.ts';
import { t } from '../words/t.ts';
import { whyWords } from '../words/why.en.ts';
import { whyAnswerWords } from '../words/why-answer.en.ts';
import { answersName, whyName } from './answer-names.ts';
import { Contents } from './Contents.tsx';
import { subjectName } from './names.ts';
import { type AskedAnswers, useWhy, type WhyQuestion } from './use-why.ts';
import css from './WhyDrawer.module.css';
import { aboutOne, type WhyAbout, whyPagesQuery } from './why-query.ts';

const daySeconds = 86_400;

const valueText = (figure: WhyFigure, value: number): string => {
  if (figure === 'average_rating') return value === 0 ? '–' : value.toFixed(2);
  return figure === 'average_watch_length'
    ? t(whyAnswerWords.seconds, { seconds: value.toFixed(1) })
    : exactNumber(value);
};
const addsText = (figure: WhyFigure, { adds, leaves }: WhyBatch): string =>
  figure === 'average_watch_length'
    ? `${t(whyAnswerWords.seconds, { seconds: (adds / 1000).toFixed(1) })} / ${leaves ?? 0}`
    : `+${exactNumber(adds)}`;

function Check({ answer }: { answer: WhyAnswer }) {
  const same = answer.recounted === answer.value;
  const Sign = same ? CircleCheck : TriangleAlert;
  return (
    <div className={css.check} data-same={same || undefined}>
      <Sign size={16} aria-hidden />
      <p>
        {same
          ? t(whyAnswerWords.recountedSame)
          : t(whyAnswerWords.recountedOther, { recounted: valueText(answer.figure, answer.recounted) })}{' '}
        {answer.viewers === undefined ? null : t(whyAnswerWords.viewersExactly, { viewers: answer.viewers })}{' '}
        {answer.repeated > 0 ? t(whyAnswerWords.repeated, { repeated: answer.repeated }) : null}
      </p>
    </div>
  );
}

function Batches({ answer, batches }: { answer: WhyAnswer; batches: readonly WhyBatch[] }) {
  const { timeZone } = useSession();
  const columns: Column<WhyBatch>[] = [
    {
      id: 'ts',
      label: t(whyAnswerWords.received),
      render: ({ ts }) => <span className="num">{dateTimeIn(timeZone, ts, true)}</span>,
    },
    {
      id: 'sender',
      label: t(whyAnswerWords.sender),
      render: ({ platform, sdk_version }) => `${platform} ${sdk_version}`,
    },
    { id: 'app', label: t(whyAnswerWords.appVersion), render: ({ app_version }) => app_version ?? '–' },
    { id: 'adds', label: t(whyAnswerWords.adds), align: 'right', render: (batch) => addsText(answer.figure, batch) },
    { id: 'content', label: t(whyAnswerWords.content), render: ({ contents }) => <Contents contents={contents} /> },
  ];
  return (
    <Table caption={t(whyAnswerWords.batches)} columns={columns} rows={batches} rowKey={({ batch_id }) => batch_id} />
  );
}

function Counted({
  figure,
  about,
  answers,
}: {
  figure: WhyFigure;
  about: WhyAbout;
  answers: AskedAnswers | undefined;
}) {
  const { range } = useRange();
  const { data, isError, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    whyPagesQuery(figure, about.query, answers, range),
  );
  if (isError && !data)
    return (
      <ErrorState
        title={t(whyAnswerWords.didNotLoad)}
        text={t(whyAnswerWords.didNotLoadText)}
        onRetry={() => refetch()}
      />
    );
  if (isPending)
    return (
      <>
        <Loading label={t(whyAnswerWords.loading)} />
        <Skeleton height={56} radius={8} />
        <Skeleton height={200} radius={8} />
      </>
    );
  const answer = data.pages[0]!;
  const batches = data.pages.flatMap((page) => page.batches);
  return (
    <>
      <p className={css.value}>
        {t(whyAnswerWords.title, { figure: whyName(figure, answers), value: valueText(figure, answer.value) })}
      </p>
      <Check answer={answer} />
      <h3 className="t-card">{t(whyAnswerWords.byDay)}</h3>
      <Table
        caption={t(whyAnswerWords.byDay)}
        cards={false}
        columns={[
          {
            id: 'date',
            label: t(whyAnswerWords.day),
            render: ({ date }) => <span className="num">{dateIn('UTC', Date.parse(date) / 1000)}</span>,
          },
          {
            id: 'value',
            label: whyName(figure, answers),
            align: 'right',
            render: ({ value }) => valueText(figure, value),
          },
        ]}
        rows={answer.days}
        rowKey={({ date }) => date}
      />
      <h3 className="t-card">{t(whyAnswerWords.batches)}</h3>
      <p className="t-small">{t(whyAnswerWords.batchCount, { total: answer.total })}</p>
      {batches.length > 0 ? <Batches answer={answer} batches={batches} /> : null}
      {hasNextPage ? (
        <Button size="small" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t(whyAnswerWords.showMore)}
        </Button>
      ) : null}
    </>
  );
}

function Rate({ figure, of, answers }: WhyQuestion) {
  const { ask } = useWhy();
  const isClicks = figure === 'ctr' || !answers;
  const impressions = answers && { ...answers, type: 'component_impression' as const };
  return (
    <div className={css.parts}>
      <Button size="small" onClick={() => (isClicks ? ask('click', of) : ask('response_count', of, answers))}>
        {t(isClicks ? whyAnswerWords.clicks : whyAnswerWords.responses)}
      </Button>
      <Button size="small" onClick={() => (isClicks ? ask('impression', of) : ask('response_count', of, impressions))}>
        {t(isClicks ? whyAnswerWords.impressions : whyAnswerWords.seen)}
      </Button>
    </div>
  );
}

function TooLong() {
  const { range, pick } = useRange();
  return (
    <div className={css.parts}>
      <p className="t-small">{t(whyAnswerWords.tooLong, { most: whyDays })}</p>
      <Button size="small" onClick={() => pick(dayText(range.to - (whyDays - 1) * daySeconds), dayText(range.to))}>
        {t(whyAnswerWords.lastDays, { most: whyDays })}
      </Button>
    </div>
  );
}

const ruleText = ({ figure, answers }: WhyQuestion, { scope }: WhyAbout): string => {
  if (figure === 'ctr') return t(whyAnswerWords.ctrRule);
  if (figure === 'response_rate') return t(whyAnswerWords.responseRateRule);
  return sayPhrase(
    answers && isAnswerFigure(figure) ? whyAnswerRule(figure, answers.type) : whyRule(figure as WhyMetric, scope),
  );
};

function Body({ question, about }: { question: WhyQuestion; about: WhyAbout }) {
  const { figure, answers } = question;
  const { range } = useRange();
  const days = Math.round((range.to - range.from) / daySeconds) + 1;
  return (
    <div className={css.root}>
      <h3 className="t-card">{t(whyAnswerWords.whatCounts)}</h3>
      <p className="t-small">{ruleText(question, about)}</p>
      {figure === 'ctr' || figure === 'response_rate' ? (
        <Rate {...question} />
      ) : days > whyDays ? (
        <TooLong />
      ) : (
        <Counted figure={figure} about={about} answers={answers} />
      )}
    </div>
  );
}

/** What the figure that the address asks about is made of: its rule, its days and the batches behind it. */
export default function WhyDrawer({ together }: { together?: WhyAbout | undefined }) {
  const { question, close } = useWhy();
  const { apps } = useSession();
  const { range } = useRange();
  if (!question) return null;
  const { figure, of, answers } = question;
  const about = of === 'together' ? together : aboutOne(subjectName(apps, of), of);
  if (!about) return null;
  return (
    <Drawer
      open
      title={t(whyWords.whyFigure, { figure: whyName(figure, answers) })}
      subtitle={[about.name, ...(answers ? answersName(answers) : []), daysIn('UTC', range.from, range.to)].join(' · ')}
      onClose={close}
    >
      <Body question={question} about={about} />
    </Drawer>
  );
}
