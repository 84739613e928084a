import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Funnel } from '#contracts/stats/group-details.ts';
import type { TableFile } from '../../csv/table-file.ts';
import { dateIn, exactNumber, percent, shortNumber } from '../../kit/text/format.ts';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import type { NamedFigure } from '../../why/names.ts';
import type { WhySubject } from '../../why/use-why.ts';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import { tableCsvWords } from '../../words/table-csv.en.ts';
import type { Days } from '../analytics-queries.ts';
import { DetailCard } from './DetailCard.tsx';
import { funnelQuery } from './details-queries.ts';
import css from './FunnelCard.module.css';

const dayName = (day: string): string => dateIn('UTC', Date.parse(day) / 1000);

/** A step of the way; null is a count that is not known. */
interface Step {
  label: string;
  count: number | null;
  /** What became of those who did not go on. */
  lost: (count: string) => string;
  /** What it is made of, where that can be asked. */
  why: { figure: NamedFigure; of: WhySubject } | null;
}

/** The impressions of the first story, where one was that on all of the days. */
const whyFirst = ({ first_stories: [first, ...more] }: Funnel, { from, to }: Days): Step['why'] =>
  first &&
  more.length === 0 &&
  Date.parse(first.from) / 1000 <= from &&
  Date.parse(first.to) / 1000 >= to - (to % 86_400)
    ? { figure: 'impression', of: { scope: 'story', id: first.id } }
    : null;

const stepsOf = (funnel: Funnel, isWeb: boolean, days: Days, of: WhySubject): Step[] => [
  {
    label: t(detailWords.seen),
    count: funnel.covers,
    lost: (count) => t(detailWords.lostSeen, { count }),
    why: { figure: 'covers', of },
  },
  {
    label: t(detailWords.opened),
    count: funnel.opens,
    lost: (count) => t(detailWords.lostOpened, { count }),
    why: { figure: 'open', of },
  },
  {
    label: t(detailWords.watched),
    count: funnel.first_story,
    lost: (count) => (isWeb ? t(detailWords.lostCompleted, { count }) : t(detailWords.lostWatched, { count })),
    why: whyFirst(funnel, days),
  },
  // Web apps do not send it.
  ...(isWeb
    ? []
    : [
        {
          label: t(detailWords.completed),
          count: funnel.completes,
          lost: (count: string) => t(detailWords.lostCompleted, { count }),
          why: { figure: 'complete' as const, of },
        },
      ]),
  { label: t(detailWords.clicked), count: funnel.clicks, lost: () => '', why: { figure: 'click', of } },
];

function firstStoryText({ first_stories }: Funnel): string {
  const [first, ...more] = first_stories;
  if (!first) return '';
  if (more.length === 0) return t(detailWords.firstStory, { title: first.title });
  const titles = first_stories.map(({ title, from }) => t(detailWords.firstStoryOn, { title, day: dayName(from) }));
  return t(detailWords.firstStories, { titles: titles.join(', ') });
}

/** The steps, whether there can be none in the days, and what the shares are of. */
const knownSteps = (funnel: Funnel, isWeb: boolean, days: Days, groupId: string) => {
  const { first_day } = funnel;
  const none = first_day === null || Date.parse(first_day) / 1000 > days.to;
  const steps = stepsOf(funnel, isWeb, days, { scope: 'group', id: groupId }).map((step) =>
    none ? { ...step, count: null } : step,
  );
  const whole = steps.find(({ count }) => count !== null)?.count ?? 0;
  return { none, steps, whole };
};

const fileOf = (funnel: Funnel, isWeb: boolean, days: Days, groupId: string): Omit<TableFile, 'countedAt'> => {
  const { steps, whole } = knownSteps(funnel, isWeb, days, groupId);
  return {
    days,
    note: firstStoryText(funnel),
    head: [t(detailWords.step), t(detailWords.times), t(tableCsvWords.percent, { name: t(detailWords.share) })],
    rows: steps.map(({ label, count }) => [label, count, count === null || whole === 0 ? null : (count / whole) * 100]),
  };
};

function Steps(props: { groupId: string; funnel: Funnel; isWeb: boolean; days: Days }) {
  const { groupId, funnel, isWeb, days } = props;
  const { first_day } = funnel;
  const { none, steps, whole } = knownSteps(funnel, isWeb, days, groupId);
  const since = none ? first_day : funnel.covers_first_day;
  const noCovers = since ? t(detailWords.noDataBefore, { day: dayName(since) }) : t(detailWords.notSentYet);
  return (
    <>
      <ol className={css.steps} aria-label={t(detailWords.funnelTable)}>
        {steps.map(({ label, count, lost, why }, at) => {
          const next = steps[at + 1]?.count;
          const less = count !== null && next !== undefined && next !== null ? count - next : 0;
          const share = count === null || whole === 0 ? null : count / whole;
          return (
            <li key={label}>
              <span className={css.line}>
                <span className={css.label}>{label}</span>
                {less > 0 ? (
                  <span className={css.lost} title={exactNumber(less)}>
                    {lost(shortNumber(less))}
                  </span>
                ) : null}
                <strong className="num">
                  {count === null ? (
                    <Missing why={none || at === 0 ? noCovers : t(detailWords.noFirstStory)} />
                  ) : why ? (
                    <AskableFigure {...why}>
                      <Figure value={count} />
                    </AskableFigure>
                  ) : (
                    <Figure value={count} />
                  )}
                </strong>
                <span className={`${css.share} num`}>{share === null ? '–' : percent(share)}</span>
              </span>
              <span className={css.track} aria-hidden>
                <span style={{ width: `${Math.min(1, share ?? 0) * 100}%` }} />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="t-caption">
        {firstStoryText(funnel)}{' '}
        {funnel.covers !== null && funnel.opens > funnel.covers ? t(detailWords.moreOpened) : null}
      </p>
    </>
  );
}

/** How many went each step from the cover in the bar to the click; what is lost between two is their difference. */
export function FunnelCard(props: {
  groupId: string;
  days: Days;
  isWeb: boolean;
  title?: string;
  text?: ReactNode;
  tools?: ReactNode;
  className?: string | undefined;
}) {
  const { groupId, days, isWeb, title, text, tools, className } = props;
  const query = useQuery(funnelQuery(groupId, days));
  return (
    <DetailCard
      title={title ?? t(detailWords.funnel)}
      text={text}
      tools={tools}
      query={query}
      height={220}
      file={(funnel) => fileOf(funnel, isWeb, days, groupId)}
      className={className}
    >
      {(funnel) => <Steps groupId={groupId} funnel={funnel} isWeb={isWeb} days={days} />}
    </DetailCard>
  );
}
