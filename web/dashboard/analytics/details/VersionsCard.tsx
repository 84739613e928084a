import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { VersionRow, Versions } from '#contracts/stats/group-details.ts';
import type { TableFile } from '../../csv/table-file.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { dateIn, percent } from '../../kit/text/format.ts';
import { Figure, Missing } from '../../kit/text/Metric.tsx';
import { detailWords } from '../../words/details.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { secondsText } from '../measures.ts';
import { DetailCard } from './DetailCard.tsx';
import { versionsQuery } from './details-queries.ts';
import css from './VersionsCard.module.css';

type Kind = 'app' | 'sdk';
type Line = Omit<VersionRow, 'version'> & { key: string; name: string; isOurs?: boolean };

const count = (id: 'opens' | 'impressions' | 'clicks' | 'completes', label: string): Column<Line> => ({
  id,
  label,
  align: 'right',
  render: (line) => <Figure value={line[id]} />,
});

const columnsOf = (isWeb: boolean): Column<Line>[] => [
  {
    id: 'version',
    label: t(detailWords.version),
    render: ({ name, isOurs }) => (isOurs ? <em className={css.ours}>{name}</em> : name) as ReactNode,
  },
  {
    id: 'reach',
    label: t(groupWords.reach),
    align: 'right',
    render: () => <Missing why={t(detailWords.noReach)} />,
  },
  count('impressions', t(groupWords.impression)),
  count('opens', t(groupWords.opened)),
  count('clicks', t(groupWords.click)),
  {
    id: 'ctr',
    label: t(groupWords.ctr),
    align: 'right',
    render: ({ clicks, impressions }) => (impressions === 0 ? '–' : percent(clicks / impressions)),
  },
  ...(isWeb ? [] : [count('completes', t(groupWords.completions))]),
  {
    id: 'watch',
    label: t(groupWords.avgWatchLength),
    align: 'right',
    render: ({ average_watch_length }) => secondsText(average_watch_length),
  },
];

const linesOf = (answer: Versions, kind: Kind): Line[] => {
  const { shown, other } = answer[kind];
  const rows: Line[] = shown.map(({ version, ...row }) =>
    version === null
      ? { ...row, key: '', name: t(detailWords.unnamed), isOurs: true }
      : { ...row, key: `named ${version}`, name: version },
  );
  return other ? [...rows, { ...other, key: 'other', name: t(detailWords.otherVersions), isOurs: true }] : rows;
};

const fileOf = (lines: readonly Line[], days: Days, isWeb: boolean): Omit<TableFile, 'countedAt'> => ({
  days,
  // Viewers are not counted by version.
  head: columnsOf(isWeb).flatMap(({ id, label }) => (id === 'reach' ? [] : [label])),
  rows: lines.map(({ name, impressions, opens, clicks, completes, average_watch_length }) => [
    name,
    impressions,
    opens,
    clicks,
    impressions === 0 ? null : clicks / impressions,
    ...(isWeb ? [] : [completes]),
    average_watch_length === 0 ? null : average_watch_length,
  ]),
});

function Rows({ answer, kind, days, isWeb }: { answer: Versions; kind: Kind; days: Days; isWeb: boolean }) {
  const rows = linesOf(answer, kind);
  const first = answer.first_day === null ? null : Date.parse(answer.first_day) / 1000;
  const note = first !== null && first > days.from ? t(detailWords.noDataBefore, { day: dateIn('UTC', first) }) : null;
  if (rows.length === 0) return <p className="t-small">{note ?? t(detailWords.noVersions)}</p>;
  return (
    <>
      <div className={css.table}>
        <Table
          caption={t(detailWords.versionsTable)}
          columns={columnsOf(isWeb)}
          rows={rows}
          rowKey={({ key }) => key}
          widthsName="versions"
        />
      </div>
      {note ? <p className="t-caption">{note}</p> : null}
    </>
  );
}

/** The figures of a group by version of the app, or of the SDK. */
export function VersionsCard({ groupId, days, isWeb }: { groupId: string; days: Days; isWeb: boolean }) {
  const query = useQuery(versionsQuery(groupId, days));
  const { search, set } = useGroupSearch();
  const kind: Kind = search.get('versions') === 'sdk' ? 'sdk' : 'app';
  return (
    <DetailCard
      title={t(detailWords.versionsTitle)}
      query={query}
      height={180}
      file={(answer) => {
        const lines = linesOf(answer, kind);
        return lines.length > 0 ? fileOf(lines, days, isWeb) : null;
      }}
      tools={
        <SegmentedControl
          label={t(detailWords.versionsOf)}
          value={kind}
          options={[
            { value: 'app', label: t(detailWords.ofApp) },
            { value: 'sdk', label: t(detailWords.ofSdk) },
          ]}
          onChange={(next) => set({ versions: next === 'sdk' ? 'sdk' : null })}
        />
      }
    >
      {(answer) => <Rows answer={answer} kind={kind} days={days} isWeb={isWeb} />}
    </DetailCard>
  );
}
