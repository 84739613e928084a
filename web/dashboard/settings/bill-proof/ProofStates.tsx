import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { billProofWords } from '../../words/bill-proof.en.ts';
import { t } from '../../words/t.ts';

/** What stands in the place of a proof that could not be read. */
export function ProofUnread({ onRetry }: { onRetry: () => unknown }) {
  return (
    <ErrorState
      title={t(billProofWords.didNotLoad)}
      text={t(billProofWords.didNotLoadText)}
      onRetry={() => void onRetry()}
    />
  );
}

/** What stands in the place of a proof on its way. */
export function ProofWaiting() {
  return (
    <>
      <Loading label={t(billProofWords.loading)} />
      <Skeleton height={240} radius={12} />
    </>
  );
}
