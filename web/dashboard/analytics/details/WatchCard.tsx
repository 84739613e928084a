import { useQuery } from '@tanstack/react-query';
import type { WatchSteps } from '#contracts/stats/group-details.ts';
import type { TableFile } from '../../csv/table-file.ts';
import table from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { dateIn, percent } from '../../kit/text/format.ts';
import { Figure } from '../../kit/text/Metric.tsx';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import { tableCsvWords } from '../../words/table-csv.en.ts';
import type { Days } from '../analytics-queries.ts';
import { DetailCard } from './DetailCard.tsx';
import { watchStepsQuery } from './details-queries.ts';
import css from './WatchCard.module.css';

type WatchedStory = WatchSteps['stories'][number];

/** The share (0 to 1) of those who left a story that still watched at the start of each of its 20 steps. */
const remaining = ({ steps, leaves }: WatchedStory): number[] => {
  let left = leaves;
  return steps.map((count) => {
    const share = left / leaves;
    left -= count;
    return share;
  });
};

function Curve({ story }: { story: WatchedStory }) {
  const shares = remaining(story);
  const said = shares.filter((_, step) => step % 5 === 0).map((share) => percent(share));
  return (
    <span
      className={css.curve}
      role="img"
      aria-label={t(detailWords.curveLabel, { title: story.title, shares: said.join(', ') })}
    >
      {shares.map((share, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <span key={step} style={{ height: `${Math.max(share * 100, share > 0 ? 4 : 0)}%` }} />
      ))}
    </span>
  );
}

const points = [
  { step: 5, id: 'quarter', label: t(detailWords.quarter) },
  { step: 10, id: 'half', label: t(detailWords.half) },
  { step: 15, id: 'three-quarters', label: t(detailWords.threeQuarters) },
  { step: 19, id: 'near-end', label: t(detailWords.nearEnd) },
] as const;

const columns: Column<WatchedStory>[] = [
  {
    id: 'story',
    label: t(detailWords.story),
    render: ({ title }) => <span className={`${table.name} ${css.story} truncate`}>{title}</span>,
  },
  { id: 'curve', label: t(detailWords.curve), render: (story) => <Curve story={story} /> },
  { id: 'left', label: t(detailWords.left), align: 'right', render: ({ leaves }) => <Figure value={leaves} /> },
  ...points.map(
    ({ step, id, label }): Column<WatchedStory> => ({
      id,
      label,
      align: 'right',
      render: (story) => percent(remaining(story)[step]!),
    }),
  ),
];

const watchedOf = ({ stories }: WatchSteps): WatchedStory[] => stories.filter(({ leaves }) => leaves > 0);

const fileOf = (stories: readonly WatchedStory[], days: Days): Omit<TableFile, 'countedAt'> => ({
  days,
  head: [
    t(detailWords.story),
    t(detailWords.left),
    ...points.map(({ label }) => t(tableCsvWords.percent, { name: label })),
  ],
  rows: stories.map((story) => {
    const shares = remaining(story);
    return [story.title, story.leaves, ...points.map(({ step }) => shares[step]! * 100)];
  }),
});

function Stories({ answer, days }: { answer: WatchSteps; days: Days }) {
  const rows = watchedOf(answer);
  const first = answer.first_day === null ? null : Date.parse(answer.first_day) / 1000;
  const note = first !== null && first > days.from ? t(detailWords.noDataBefore, { day: dateIn('UTC', first) }) : null;
  if (rows.length === 0)
    return <p className="t-small">{first === null ? t(detailWords.notSentYet) : (note ?? t(detailWords.noWatch))}</p>;
  return (
    <>
      <div className={css.table}>
        <Table caption={t(detailWords.watchTable)} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </div>
      {note ? <p className="t-caption">{note}</p> : null}
    </>
  );
}

/** How far the stories of a group were watched, in 20 equal steps of their length. */
export function WatchCard({ groupId, days }: { groupId: string; days: Days }) {
  const query = useQuery(watchStepsQuery(groupId, days));
  return (
    <DetailCard
      title={t(detailWords.watchTitle)}
      text={t(detailWords.watchText)}
      query={query}
      height={180}
      file={(answer) => {
        const stories = watchedOf(answer);
        return stories.length > 0 ? fileOf(stories, days) : null;
      }}
    >
      {(answer) => <Stories answer={answer} days={days} />}
    </DetailCard>
  );
}
