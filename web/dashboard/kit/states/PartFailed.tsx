import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { ErrorState } from './ErrorState.tsx';

/** In the place of a LazyPart that did not come: only a document that is loaded anew asks for its code again. */
export function PartFailed({ bare }: { bare?: boolean }) {
  return (
    <ErrorState
      bare={bare}
      title={t(kitWords.partFailed)}
      text={t(kitWords.partFailedText)}
      onRetry={() => window.location.reload()}
    />
  );
}
