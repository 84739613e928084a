import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProofAnswer } from '#contracts/billing-proof/rows.ts';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Fact, FactList } from '../../kit/text/FactList.tsx';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';
import css from './BillProof.module.css';
import { billProofQuery, type CheckedHere } from './bill-proof-queries.ts';
import { CheckBill } from './CheckBill.tsx';
import { FindViewer } from './FindViewer.tsx';
import { ProofUnread, ProofWaiting } from './ProofStates.tsx';
import { RecountBill } from './RecountBill.tsx';
import { ViewersByDay } from './ViewersByDay.tsx';

function ByApp({ by_app, in_several_apps }: Pick<ProofAnswer['summary'], 'by_app' | 'in_several_apps'>) {
  const { apps } = useSession();
  if (by_app === null || in_several_apps === null) return <>{t(billProofWords.appsNotKnown)}</>;
  const nameOf = (id: string) => apps.find((app) => app.id === id)?.title ?? t(billProofWords.deletedApp);
  return (
    <ul className={css.apps}>
      {by_app.map(({ app_id, viewers }) => (
        <li key={app_id}>{t(billProofWords.ofApp, { app: nameOf(app_id), viewers })}</li>
      ))}
      <li>{t(billProofWords.inSeveral, { viewers: in_several_apps })}</li>
    </ul>
  );
}

function Facts({ proof, days }: { proof: ProofAnswer; days: string }) {
  const { summary, digest, signature, key_id, ts_file_until } = proof;
  return (
    <Card as="section" title={t(billProofWords.ofPeriod, { days })} aria-label={t(billProofWords.ofPeriod, { days })}>
      <FactList className={css.facts}>
        <Fact label={t(billProofWords.mau)}>
          <span className="num">{exactNumber(summary.mau)}</span>
        </Fact>
        <Fact label={t(billProofWords.marked)}>
          <span className="num">{exactNumber(summary.marked)}</span>
        </Fact>
        <Fact label={t(billProofWords.byApp)}>
          <ByApp {...summary} />
        </Fact>
        <Fact label={t(billProofWords.digest)}>
          <span className={css.digest}>
            <code>{digest}</code>
            <CopyButton text={digest} label={t(billProofWords.copyDigest)} />
          </span>
        </Fact>
        <Fact label={t(billProofWords.signature)}>
          <span className={css.digest}>
            <code>{signature}</code>
            <CopyButton text={signature} label={t(billProofWords.copySignature)} />
          </span>
        </Fact>
        <Fact label={t(billProofWords.key)}>
          <code>{key_id}</code>
        </Fact>
        <Fact label={t(billProofWords.keptUntil)}>{dateIn('UTC', ts_file_until)}</Fact>
      </FactList>
    </Card>
  );
}

/** The proof of a period: what was signed, its checks in this browser, its days, a viewer in it, and a recount. */
export function PeriodProof({ period, days }: { period: string; days: string }) {
  const { data: proof, isError, refetch } = useQuery(billProofQuery(period));
  const [checked, setChecked] = useState<CheckedHere | null>(null);
  if (isError) return <ProofUnread onRetry={refetch} />;
  if (!proof) return <ProofWaiting />;
  return (
    <>
      <Facts proof={proof} days={days} />
      <CheckBill proof={proof} checked={checked} onChecked={setChecked} />
      <ViewersByDay proof={proof} counts={checked?.counts ?? null} />
      {proof.file === null ? null : <FindViewer period={period} file={checked?.file ?? null} />}
      <RecountBill period={period} kept={proof.file !== null} />
    </>
  );
}
