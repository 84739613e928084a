import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import type { LivePicture } from '#contracts/stats/live.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { TableCsv } from '../../csv/TableCsv.tsx';
import type { TableFile } from '../../csv/table-file.ts';
import { Card } from '../../kit/Card.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import table from '../../kit/table/Table.module.css';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Figure } from '../../kit/text/Metric.tsx';
import { analyticsWords } from '../../words/analytics.en.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import groups from '../GroupsTable.module.css';
import css from './LiveView.module.css';
import { activityOf, type LiveFigure } from './live-figures.ts';

type Group = LivePicture['groups'][number];

const momentText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

const fileOf = (picture: LivePicture, figures: readonly LiveFigure[]): TableFile => ({
  days: null,
  countedAt: Date.now(),
  note: t(liveWords.window, { from: momentText(picture.ts_start), to: momentText(picture.ts_end) }),
  head: [t(analyticsWords.storyGroup), t(liveWords.activity), ...figures.map(({ label }) => label)],
  rows: picture.groups.map((row) => [row.title, activityOf(row), ...figures.map(({ id }) => row[id])]),
});

/** The groups in which most happens, the busiest first; each leads to its own figures. */
export function BusiestGroups(props: { app: AppRow; picture: LivePicture; figures: readonly LiveFigure[] }) {
  const { app, picture, figures } = props;
  const rows = picture.groups;
  const { search } = useLocation();
  const known = useMemo(() => {
    const all = app.instances.flatMap((instance) => instance.story_groups ?? []);
    return new Map(all.map((group) => [group.id, group]));
  }, [app]);
  const highest = rows[0] ? activityOf(rows[0]) : 1;
  const columns: Column<Group>[] = [
    {
      id: 'group',
      label: t(analyticsWords.storyGroup),
      render: ({ id, title }) => {
        const group = known.get(id);
        return (
          <Link className={groups.group} to={`/analytics/${id}${search}`}>
            <Cover
              name={title}
              src={group?.icon}
              size={28}
              state={!group || isGroupActive(group.status) ? 'active' : 'inactive'}
            />
            <span className={`${table.name} truncate`}>{title}</span>
          </Link>
        );
      },
    },
    {
      id: 'activity',
      label: t(liveWords.activity),
      align: 'right',
      width: '18%',
      render: (row) => (
        <span className={groups.sorted}>
          <span className={groups.bar} aria-hidden>
            <span style={{ width: `${(activityOf(row) / highest) * 100}%` }} />
          </span>
          <span className={css.activity}>
            <Figure value={activityOf(row)} />
          </span>
        </span>
      ),
    },
    ...figures.map(
      ({ id, label }): Column<Group> => ({
        id,
        label,
        align: 'right',
        width: '13%',
        render: (row) => <Figure value={row[id]} />,
      }),
    ),
  ];
  const hasCompletions = figures.some(({ id }) => id === 'completes');
  return (
    <Card as="section" padded={false} aria-label={t(liveWords.busiest)}>
      <header className={css.groupsHead}>
        <h2 className="t-card">{t(liveWords.busiest)}</h2>
        <span className="t-caption">{t(hasCompletions ? liveWords.busiestNote : liveWords.busiestNoteWeb)}</span>
        {rows.length > 0 ? (
          <span className={css.groupsEnd}>
            <TableCsv title={t(liveWords.busiest)} file={() => fileOf(picture, figures)} />
          </span>
        ) : null}
      </header>
      {rows.length > 0 ? (
        <Table
          caption={t(liveWords.busiest)}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sort={{ by: 'activity', direction: 'desc' }}
        />
      ) : (
        <p className={`t-small ${css.noGroups}`}>{t(liveWords.busiestNone)}</p>
      )}
    </Card>
  );
}
