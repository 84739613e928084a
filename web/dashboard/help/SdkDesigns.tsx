import type { ReactNode } from 'react';
import { CopyButton } from '../kit/buttons/CopyButton.tsx';
import { Card } from '../kit/Card.tsx';
import { sdkDesignWords as words } from '../words/sdk-designs.en.ts';
import { t } from '../words/t.ts';
import css from './SdkDesigns.module.css';
import { exampleDesigned, exampleEvents, exampleResults } from './sdk-example.ts';

const code = (parts: ReactNode[]) => <code>{parts}</code>;

const drawing = [
  t(words.canvas, { code }),
  t(words.order, { code }),
  t(words.turn, { code }),
  t(words.time, { code }),
  t(words.sizes, { code }),
  t(words.mirror),
  t(words.reading, { code }),
  t(words.fonts),
];
const answering = [
  t(words.once),
  t(words.seen, { code }),
  t(words.value, { code }),
  t(words.tags, { code }),
  t(words.reminders, { code }),
  t(words.links, { code }),
  t(words.refused, { code }),
];
const leading = [t(words.rules, { code }), t(words.leadOn, { code }), t(words.preview, { code })];

function Points({ title, of }: { title: string; of: readonly ReactNode[] }) {
  return (
    <div className={css.part}>
      <h3 className="t-card">{title}</h3>
      <ul className="t-small">
        {of.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the points never change
          <li key={at}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function Example({ name, copy, of }: { name: string; copy: string; of: unknown }) {
  const text = JSON.stringify(of, null, 2);
  return (
    <div className={css.part}>
      <p className="t-small">{name}</p>
      <div className={css.code}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard */}
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  );
}

/** How an SDK of one's own draws designed stories, takes answers and follows them, with an example. */
export function SdkDesigns() {
  return (
    <Card as="section" id="designs" title={t(words.title)}>
      <div className={css.root}>
        <p className="t-small">{t(words.intro, { code })}</p>
        <div className={css.parts}>
          <Points title={t(words.drawTitle)} of={drawing} />
          <Example name={t(words.example)} copy={t(words.copyExample)} of={exampleDesigned} />
          <Points title={t(words.answerTitle)} of={answering} />
          <Example name={t(words.sent)} copy={t(words.copySent)} of={exampleEvents} />
          <Points title={t(words.resultsTitle)} of={[t(words.results, { code, token: '{token}' })]} />
          <Example name={t(words.resultsExample)} copy={t(words.copyResults)} of={exampleResults} />
          <Points title={t(words.leadTitle)} of={leading} />
        </div>
      </div>
    </Card>
  );
}
