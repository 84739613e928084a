import { Download } from 'lucide-react';
import { saveFile } from '../../csv/save-file.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { dateTimeIn, exactNumber } from '../../kit/text/format.ts';
import { zoneName } from '../../kit/text/zone.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { recountAnswerWords } from '../../words/recount-answer.en.ts';
import { t } from '../../words/t.ts';
import { type ComparedFigures, comparedOf, type Pair } from './compared.ts';
import css from './Recount.module.css';
import { recountCsv } from './recount-csv.ts';
import type { Recounted } from './recount-query.ts';
import { useRecount } from './use-recount.ts';

const signed = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${exactNumber(Math.abs(value))}`;

const pairColumns = <Row,>({ first, second }: ComparedFigures, pair: (row: Row) => Pair): Column<Row>[] => [
  { id: 'first', label: first, align: 'right', render: (row) => exactNumber(pair(row).first) },
  { id: 'second', label: second, align: 'right', render: (row) => exactNumber(pair(row).second) },
  {
    id: 'difference',
    label: t(recountAnswerWords.difference),
    align: 'right',
    render: (row) => signed(pair(row).difference),
  },
];

function Groups({ compared }: { compared: ComparedFigures }) {
  const { figure, chooseFigure } = useRecount();
  const chosen = compared.metrics.find(({ id }) => id === figure) ?? compared.metrics[0]!;
  return (
    <>
      <div className={css.part}>
        <h3 className="t-card">{t(recountAnswerWords.byGroup)}</h3>
        <SegmentedControl
          label={t(recountAnswerWords.chooseFigure)}
          value={chosen.id}
          options={compared.metrics.map(({ id, label }) => ({ value: id, label }))}
          onChange={chooseFigure}
        />
      </div>
      <Table
        caption={t(recountAnswerWords.ofGroups, { name: chosen.label })}
        cards={false}
        columns={[
          { id: 'title', label: t(recountAnswerWords.storyGroup), render: ({ title }) => title },
          ...pairColumns<ComparedFigures['groups'][number]>(compared, ({ pair }) => pair(chosen.id)),
        ]}
        rows={compared.groups}
        rowKey={({ id }) => id}
      />
    </>
  );
}

function Rules({ answer }: { answer: Recounted }) {
  const { timeZone } = useSession();
  if ('rule' in answer) {
    const { impression_seconds: seconds } = answer.rule;
    return (
      <FactList>
        <Fact label={t(recountAnswerWords.now)}>{answer.words.is}</Fact>
        <Fact label={t(recountAnswerWords.afterSeconds, { seconds })}>{answer.words.would_be}</Fact>
      </FactList>
    );
  }
  const at = answer.accepted_until;
  const moment = `${dateTimeIn(timeZone, at, true)} (${zoneName(timeZone, at)})`;
  return (
    <FactList>
      <Fact label={t(recountAnswerWords.thatMoment)}>{t(recountAnswerWords.momentThen, { moment })}</Fact>
      <Fact label={t(recountAnswerWords.now)}>{t(recountAnswerWords.momentNow)}</Fact>
    </FactList>
  );
}

/** What a recount found: all groups together and each, on both sides, what the sides are, and a file of it. */
export function Answer({ answer, app, countedAt }: { answer: Recounted; app: string; countedAt: number }) {
  const compared = comparedOf(answer);
  return (
    <div className={css.answer}>
      <Table
        caption={t(recountAnswerWords.totals)}
        cards={false}
        columns={[
          { id: 'figure', label: t(recountAnswerWords.totals), render: ({ label }) => label },
          ...pairColumns<ComparedFigures['metrics'][number]>(compared, ({ id }) => compared.total(id)),
        ]}
        rows={compared.metrics}
        rowKey={({ id }) => id}
      />
      <Rules answer={answer} />
      {compared.groups.length > 0 ? (
        <Groups compared={compared} />
      ) : (
        <p className="t-small">{t(recountAnswerWords.nothing)}</p>
      )}
      <Button
        size="small"
        icon={<Download aria-hidden />}
        onClick={() =>
          saveFile(
            `recount_${dayText(answer.ts_start)}_${dayText(answer.ts_end)}.csv`,
            recountCsv(answer, compared, app, countedAt),
          )
        }
      >
        {t(recountAnswerWords.csv)}
      </Button>
    </div>
  );
}
