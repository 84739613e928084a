import { useState } from 'react';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import { PanelScene } from './PanelScene.tsx';
import css from './SidePanel.module.css';

const voices = [
  {
    quote: t(authWords.amaraOseiQuote),
    name: t(authWords.amaraOsei),
    initials: 'AO',
    role: t(authWords.amaraOseiRole),
    ground: '#A8480B',
  },
  {
    quote: t(authWords.danielOkaforQuote),
    name: t(authWords.danielOkafor),
    initials: 'DO',
    role: t(authWords.danielOkaforRole),
    ground: '#0B7285',
  },
  {
    quote: t(authWords.meiTanakaQuote),
    name: t(authWords.meiTanaka),
    initials: 'MT',
    role: t(authWords.meiTanakaRole),
    ground: '#9B2461',
  },
] as const;

/** What stands in the panel beside the sign-in: the product, then what people say about it, one at first. */
export function SidePanel({ voice: first }: { voice: number }) {
  const [at, setAt] = useState(first);
  const voice = voices[at] ?? voices[0];
  return (
    <>
      <PanelScene />
      <figure className={css.words} aria-live="polite">
        <blockquote className={css.quote}>“{voice.quote}”</blockquote>
        <figcaption className={css.by}>
          <span className={css.face} style={{ background: voice.ground }} aria-hidden>
            {voice.initials}
          </span>
          <span>
            <span className={css.name}>{voice.name}</span>
            <br />
            <span className={css.role}>{voice.role}</span>
          </span>
          <span className={css.dots}>
            {voices.map((one, index) => (
              <button
                key={one.name}
                type="button"
                className={css.dot}
                aria-label={t(authWords.quoteOf, { name: one.name })}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              />
            ))}
          </span>
        </figcaption>
      </figure>
    </>
  );
}
