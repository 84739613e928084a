import { useState } from 'react';
import type { ProofCounts } from '#contracts/billing-proof/count.ts';
import type { ProofAnswer } from '#contracts/billing-proof/rows.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';

const isoDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Billed viewers of each day: those that were counted in the file here, until then those that were signed. */
export function ViewersByDay({ proof, counts }: { proof: ProofAnswer; counts: ProofCounts | null }) {
  const [table, setTable] = useState(false);
  const { by_day, marked } = counts ?? proof.summary;
  return (
    <DayChartCard
      title={t(billProofWords.byDay)}
      scope={t(counts ? billProofWords.countedHere : billProofWords.asSigned)}
      name={t(billProofWords.viewers)}
      before=""
      days={by_day.map(({ viewers }, index) => ({
        date: isoDay(proof.from + index * 86_400),
        now: viewers,
        before: null,
      }))}
      nothing={t(billProofWords.nobody)}
      chartLabel={t(billProofWords.byDayChart)}
      tableLabel={t(billProofWords.byDay)}
      facts={{ countedAt: null, note: t(billProofWords.markedLeftOut, { marked }) }}
      table={table}
      onTable={setTable}
    >
      {t(billProofWords.markedLeftOut, { marked })}
    </DayChartCard>
  );
}
