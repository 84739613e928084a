import { useEffect, useState } from 'react';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { type LegalText as Legal, legalTexts } from './LegalLink.tsx';
import css from './LegalText.module.css';

type Loaded = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; paragraphs: string[] };

/** The text, its paragraphs where it has empty lines; what is not there is not asked for. */
function useText(page: Legal): [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    if (!legalTexts.includes(page)) return;
    const left = new AbortController();
    setLoaded({ state: 'loading' });
    fetch(`/legal/${page}.txt`, { signal: left.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        const paragraphs = (await answer.text()).split(/\r?\n(?:[ \t]*\r?\n)+/);
        setLoaded({ state: 'loaded', paragraphs });
      })
      .catch(() => {
        if (!left.signal.aborted) setLoaded({ state: 'failed' });
      });
    return () => left.abort();
  }, [page, attempt]);
  return [loaded, () => setAttempt(attempt + 1)];
}

/** The terms or the privacy policy of this installation, as its file has them. */
export default function LegalText({ page }: { page: Legal }) {
  const [loaded, retry] = useText(page);
  if (!legalTexts.includes(page)) return <p className={css.text}>{t(authWords.legalGone)}</p>;
  if (loaded.state === 'failed') return <ErrorState title={t(authWords.legalDidNotLoad)} onRetry={retry} />;
  if (loaded.state === 'loading') return <Skeleton height={240} radius={8} />;
  return (
    <div className={css.text}>
      {loaded.paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
        <p key={place}>{paragraph}</p>
      ))}
    </div>
  );
}
