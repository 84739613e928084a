import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';

/** How many tries are left after a wrong one; nothing before that. */
export function TriesLeft({ tries }: { tries: number | undefined }) {
  if (tries === undefined) return null;
  return (
    <p className="t-caption" role="status">
      {t(factorsWords.triesLeft, { left: tries })}
    </p>
  );
}
