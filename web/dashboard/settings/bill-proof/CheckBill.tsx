import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, Download, ShieldCheck } from 'lucide-react';
import type { ProofAnswer } from '#contracts/billing-proof/rows.ts';
import type { BillCheck } from '#contracts/billing-proof/verify.ts';
import { errorText } from '../../api/error.ts';
import { saveFile } from '../../csv/save-file.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';
import css from './BillProof.module.css';
import { billFile, type CheckedHere, checkHere } from './bill-proof-queries.ts';

const names: Record<BillCheck, string> = {
  signature: t(billProofWords.checkSignature),
  digest: t(billProofWords.checkDigest),
  layout: t(billProofWords.checkLayout),
  rows: t(billProofWords.checkRows),
  viewers: t(billProofWords.checkViewers),
  days: t(billProofWords.checkDays),
};

const signs = { true: CircleCheck, false: CircleX, null: CircleHelp };

function Verdict({ checks }: { checks: CheckedHere['checks'] }) {
  const failed = checks.filter(({ holds }) => holds === false).length;
  const open = checks.some(({ holds }) => holds === null);
  const text = failed > 0 ? billProofWords.doesNotHold : open ? billProofWords.holdsInPart : billProofWords.holds;
  return (
    <p className={css.verdict} data-holds={failed > 0 ? 'false' : open ? 'null' : 'true'} role="status">
      {t(text)}
    </p>
  );
}

function Checks({ checked }: { checked: CheckedHere }) {
  const more = (check: BillCheck): string | null => {
    if (check === 'rows' && checked.row !== null) return t(billProofWords.rowAt, { row: checked.row + 1 });
    if (check === 'days' && checked.day !== null)
      return t(billProofWords.dayDiffers, { day: dateIn('UTC', checked.day) });
    return null;
  };
  return (
    <>
      <Verdict checks={checked.checks} />
      <ul className={css.checks} aria-label={t(billProofWords.checks)}>
        {checked.checks.map(({ check, holds }) => {
          const Sign = signs[`${holds}`];
          const words =
            holds === null ? billProofWords.notChecked : holds ? billProofWords.passed : billProofWords.failed;
          const detail = holds ? null : more(check);
          return (
            <li key={check} data-holds={`${holds}`}>
              <Sign size={18} aria-hidden />
              <span>
                {names[check]}
                {detail ? <span className="t-small">{detail}</span> : null}
              </span>
              <span className={css.outcome}>{t(words)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Checks a period's file in this browser, without trusting the server's counting, and says what holds. */
export function CheckBill(props: {
  proof: ProofAnswer;
  checked: CheckedHere | null;
  onChecked: (checked: CheckedHere | null) => void;
}) {
  const { proof, checked, onChecked } = props;
  const { account, user } = useSession();
  const closed = user.login_as ? billProofWords.notYours : null;
  const check = useMutation({
    mutationFn: () => checkHere(account.id, proof),
    onMutate: () => onChecked(null),
    onSuccess: onChecked,
  });
  const save = useMutation({
    mutationFn: async () => saveFile(`mau-${proof.period}.bin`, await billFile(proof.period)),
  });
  const fault = check.error ?? save.error;
  return (
    <Card as="section" title={t(billProofWords.checkTitle)} aria-label={t(billProofWords.checkTitle)}>
      <div className={css.part}>
        <p className="t-small">
          {t(proof.file === null ? billProofWords.fileGone : (closed ?? billProofWords.checkText))}
        </p>
        {proof.file === null || closed ? null : (
          <div className={css.acts}>
            <Button
              variant="primary"
              icon={<ShieldCheck aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t(billProofWords.check)}
            </Button>
            <Button icon={<Download aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
              {t(billProofWords.saveFile)}
            </Button>
          </div>
        )}
        {fault ? (
          <p className={css.fault} role="alert">
            {errorText(fault)}
          </p>
        ) : null}
        {checked ? <Checks checked={checked} /> : null}
      </div>
    </Card>
  );
}
