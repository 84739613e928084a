import { Card } from '../kit/Card.tsx';
import { Key } from '../kit/text/Key.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './KeysCard.module.css';

const keys: [string, string[]][] = [
  [t(showcaseWords.keyStory), ['←', '→']],
  [t(showcaseWords.keyGroup), ['↑', '↓']],
  [t(showcaseWords.keyEnds), [t(showcaseWords.home), t(showcaseWords.end)]],
  [t(showcaseWords.keyPause), [t(showcaseWords.space)]],
  [t(showcaseWords.keySound), ['M']],
  [t(showcaseWords.keyClose), [t(showcaseWords.esc)]],
];

/** The keys of the viewer. */
export function KeysCard() {
  return (
    <Card as="section" title={t(showcaseWords.keys)}>
      <dl className={css.keys}>
        {keys.map(([what, caps]) => (
          <div key={what}>
            <dt className="t-small">{what}</dt>
            <dd>
              {caps.map((cap) => (
                <Key key={cap}>{cap}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
