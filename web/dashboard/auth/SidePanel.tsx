import { useState } from 'react';
import { PanelScene } from './PanelScene.tsx';
import css from './SidePanel.module.css';

const voices = [
  {
    quote:
      'We put a story on air while the coffee is still hot, and if it was a bad idea, we rewind to how it was before.',
    name: 'Amara Osei',
    initials: 'AO',
    role: 'Head of app marketing, Fjord Outdoor',
    ground: '#A8480B',
  },
  {
    quote: 'Our designers publish on their own now. The app team has not shipped a banner since spring.',
    name: 'Daniel Okafor',
    initials: 'DO',
    role: 'Product lead, Marlow',
    ground: '#0B7285',
  },
  {
    quote: 'I see which story moved the day, and who changed what. That ended three weekly meetings.',
    name: 'Mei Tanaka',
    initials: 'MT',
    role: 'Growth manager, Kasa Home',
    ground: '#9B2461',
  },
] as const;

/** The panel beside the sign-in: the product, then what people say about it. */
export function SidePanel() {
  const [at, setAt] = useState(0);
  const voice = voices[at] ?? voices[0];
  return (
    <aside className={css.panel} aria-label="What people say">
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
                aria-label={`What ${one.name} says`}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              />
            ))}
          </span>
        </figcaption>
      </figure>
    </aside>
  );
}
