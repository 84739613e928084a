import { useRef } from 'react';
import { Link } from 'react-router';
import type { InteractiveStats } from '#contracts/stats/interactive-stats.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { Cover } from '../../kit/pictures/Cover.tsx';
import tableCss from '../../kit/table/Table.module.css';
import { type Column, type Sort, Table } from '../../kit/table/Table.tsx';
import { Figure } from '../../kit/text/Metric.tsx';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import { analyticsWords } from '../../words/analytics.en.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import css from '../GroupsTable.module.css';
import { useDrawnRows } from '../use-drawn-rows.ts';
import { answerKinds, countOf } from './answer-kinds.ts';
import type { AnswerLine } from './answers-csv.ts';

/** Properties of the AnswersTable; `totals` are the answers of all groups of the scope together. */
export interface AnswersTableProps {
  lines: readonly AnswerLine[];
  placeLabel: string;
  totals: { stats: InteractiveStats; count: number };
  sort: Sort;
  onSort: (sort: Sort) => void;
  addressOf: (groupId: string) => string;
}

/** How many answers of each kind groups have, a row each, below those of all together. */
export function AnswersTable({ lines, placeLabel, totals, sort, onSort, addressOf }: AnswersTableProps) {
  const place = useRef<HTMLElement>(null);
  const part = useDrawnRows(lines.length, place);
  const columns: Column<AnswerLine>[] = [
    {
      id: 'group',
      label: t(analyticsWords.storyGroup),
      render: ({ row }) => (
        <Link className={css.group} to={addressOf(row.id)}>
          <Cover name={row.title} src={row.icon} size={28} state={isGroupActive(row.status) ? 'active' : 'inactive'} />
          <span className={`${tableCss.name} truncate`}>{row.title}</span>
        </Link>
      ),
    },
    {
      id: 'place',
      label: placeLabel,
      render: (line) => <span className={`${css.place} truncate`}>{line.place}</span>,
    },
    ...answerKinds.map(
      (kind): Column<AnswerLine> => ({
        id: kind.id,
        label: kind.label,
        align: 'right',
        sortable: true,
        render: ({ row }) => (
          <AskableFigure
            figure="response_count"
            of={{ scope: 'group', id: row.id }}
            answers={{ type: kind.types[0] }}
            quiet={kind.id !== sort.by}
          >
            <Figure value={countOf(row.stats, kind)} />
          </AskableFigure>
        ),
      }),
    ),
  ];
  return (
    <section
      ref={place}
      className={css.root}
      aria-label={t(interactionWords.table)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also with the keyboard
      tabIndex={0}
    >
      <p className={`${css.hint} t-caption`}>{t(analyticsWords.tableScrolls)}</p>
      <Table
        caption={t(interactionWords.table)}
        cards={false}
        columns={columns}
        rows={lines}
        rowKey={({ row }) => row.id}
        sort={sort}
        onSort={onSort}
        widthsName="answers"
        part={part}
        totals={{
          group: t(analyticsWords.allOf, { count: totals.count }),
          ...Object.fromEntries(
            answerKinds.map((kind) => [
              kind.id,
              <AskableFigure key={kind.id} figure="response_count" of="together" answers={{ type: kind.types[0] }}>
                <Figure value={countOf(totals.stats, kind)} />
              </AskableFigure>,
            ]),
          ),
        }}
      />
    </section>
  );
}
