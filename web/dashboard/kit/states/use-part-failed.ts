import { useNotify } from 'ra-core';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';

/** What a LazyPart does that was asked for and did not come: it says so and closes. */
export function usePartFailed(close: () => void): () => void {
  const notify = useNotify();
  return () => {
    notify(t(kitWords.partDidNotLoad), { type: 'error' });
    close();
  };
}
