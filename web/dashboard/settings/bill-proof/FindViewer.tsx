import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { findProofRow } from '#contracts/billing-proof/count.ts';
import type { ProofViewer } from '#contracts/billing-proof/rows.ts';
import { sdkLimits } from '#contracts/sdk/protocol.ts';
import { errorText } from '../../api/error.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';
import css from './BillProof.module.css';
import { findViewer } from './bill-proof-queries.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const dayText = (day: string): string => dateIn('UTC', Date.parse(day) / 1000);

/** Whether the file that was checked here says the same of a viewer as the server. */
const agrees = (file: Uint8Array, { hash, days, marked }: ProofViewer): boolean => {
  const row = findProofRow(file, bytesOf(hash));
  if (!row) return days.length === 0;
  let count = 0;
  for (let left = row.days; left !== 0; left &= left - 1) count += 1;
  return count === days.length && row.marked === marked;
};

function Found({ found, file }: { found: ProofViewer; file: Uint8Array | null }) {
  const { hash, days, marked } = found;
  return (
    <div className={css.found} role="status">
      <p>
        {days.length === 0
          ? t(billProofWords.viewerMissing)
          : t(marked ? billProofWords.viewerMarked : billProofWords.viewerFound, { days: days.length })}
      </p>
      {days.length > 0 ? <p className="t-small">{days.map(dayText).join(', ')}</p> : null}
      <p className="t-small">
        {t(billProofWords.hash)} <code>{hash}</code>
      </p>
      {file ? (
        <p className="t-small">{t(agrees(file, found) ? billProofWords.fileAgrees : billProofWords.fileDisagrees)}</p>
      ) : null}
    </div>
  );
}

/** Says on which days a viewer is in the file of a period, by the id that the app gave them. */
export function FindViewer({ period, file }: { period: string; file: Uint8Array | null }) {
  const [id, setId] = useState('');
  const find = useMutation({ mutationFn: (viewerId: string) => findViewer(period, viewerId) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id !== '') find.mutate(id);
  };
  return (
    <Card as="section" title={t(billProofWords.findTitle)} aria-label={t(billProofWords.findTitle)}>
      <form className={css.find} onSubmit={submit}>
        <TextField
          label={t(billProofWords.viewerId)}
          hint={t(billProofWords.viewerIdHint)}
          value={id}
          onChange={(text) => {
            setId(text);
            find.reset();
          }}
          maxLength={sdkLimits.viewerId}
          autoComplete="off"
          error={find.error ? errorText(find.error) : null}
        />
        <Button type="submit" loading={find.isPending}>
          {t(billProofWords.find)}
        </Button>
      </form>
      {find.data ? <Found found={find.data} file={file} /> : null}
    </Card>
  );
}
