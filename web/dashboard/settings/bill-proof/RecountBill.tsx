import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ProofRecount } from '#contracts/billing-proof/rows.ts';
import { Recounting } from '../../analytics/recount/Recounting.tsx';
import { errorText } from '../../api/error.ts';
import { type RecountProgress, recountEvents } from '../../api/recount-events.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Table } from '../../kit/table/Table.tsx';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';
import css from './BillProof.module.css';

const dayText = (day: string): string => dateIn('UTC', Date.parse(day) / 1000);

function Proves() {
  return (
    <div className={css.proves}>
      <div>
        <h3 className="t-card">{t(billProofWords.proves)}</h3>
        <ul>
          <li>{t(billProofWords.provesSum)}</li>
          <li>{t(billProofWords.provesUnchanged)}</li>
          <li>{t(billProofWords.provesLog)}</li>
        </ul>
      </div>
      <div>
        <h3 className="t-card">{t(billProofWords.provesNot)}</h3>
        <ul>
          <li>{t(billProofWords.provesNotReal)}</li>
          <li>{t(billProofWords.provesNotLate)}</li>
          <li>{t(billProofWords.provesNotKey)}</li>
        </ul>
      </div>
    </div>
  );
}

function Answer({ answer }: { answer: ProofRecount }) {
  const other = answer.days.filter(({ only_file, only_log }) => only_file + only_log > 0);
  const { holds, first_day, batches, other_marks, apps_hold } = answer;
  return (
    <>
      <p className={css.verdict} data-holds={`${holds}`} role="status">
        {holds
          ? t(billProofWords.recountHolds, { batches })
          : first_day
            ? t(billProofWords.recountFrom, { day: dayText(first_day) })
            : t(billProofWords.recountDiffers)}
      </p>
      {other_marks > 0 ? <p className="t-small">{t(billProofWords.otherMarks, { viewers: other_marks })}</p> : null}
      {apps_hold === false ? <p className="t-small">{t(billProofWords.otherApps)}</p> : null}
      {other.length > 0 ? (
        <Table
          caption={t(billProofWords.otherDays)}
          cards={false}
          rows={other}
          rowKey={({ day }) => day}
          columns={[
            { id: 'day', label: t(billProofWords.day), render: ({ day }) => dayText(day) },
            {
              id: 'file',
              label: t(billProofWords.onlyFile),
              align: 'right',
              render: (row) => exactNumber(row.only_file),
            },
            { id: 'log', label: t(billProofWords.onlyLog), align: 'right', render: (row) => exactNumber(row.only_log) },
          ]}
        />
      ) : null}
    </>
  );
}

/** Has the server count a period again from the batches that phones sent, and says what all of this proves and what not. */
export function RecountBill({ period, kept }: { period: string; kept: boolean }) {
  const [progress, setProgress] = useState<RecountProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const recount = useMutation({
    mutationFn: (signal: AbortSignal) =>
      recountEvents<ProofRecount>('/mau/proof/recount', { period }, signal, setProgress),
    onMutate: () => setProgress(null),
  });
  const start = () => {
    running.current = new AbortController();
    recount.mutate(running.current.signal);
  };
  const fault = recount.error ? errorText(recount.error) : null;
  return (
    <Card as="section" title={t(billProofWords.recountTitle)} aria-label={t(billProofWords.recountTitle)}>
      <div className={css.part}>
        <p className="t-small">{t(billProofWords.recountText)}</p>
        {recount.isPending ? (
          <Recounting progress={progress} waits={false} onCancel={() => running.current?.abort()} />
        ) : kept ? (
          <Button onClick={start}>{t(billProofWords.recount)}</Button>
        ) : null}
        {fault ? (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        ) : null}
        {recount.data ? <Answer answer={recount.data} /> : null}
        <Proves />
      </div>
    </Card>
  );
}
