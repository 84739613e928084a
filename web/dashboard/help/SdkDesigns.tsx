import type { ReactNode } from 'react';
import { Card } from '../kit/Card.tsx';
import { sdkDesignWords } from '../words/sdk-designs.en.ts';
import { t } from '../words/t.ts';
import css from './SdkDesigns.module.css';
import { Snippet } from './Snippet.tsx';
import { exampleDesigned, exampleEvents, exampleResults } from './sdk-example.ts';

const code = (parts: ReactNode[]) => <code>{parts}</code>;

const drawing = [
  t(sdkDesignWords.canvas, { code }),
  t(sdkDesignWords.order, { code }),
  t(sdkDesignWords.turn, { code }),
  t(sdkDesignWords.time, { code }),
  t(sdkDesignWords.sizes, { code }),
  t(sdkDesignWords.mirror),
  t(sdkDesignWords.reading, { code }),
  t(sdkDesignWords.fonts),
];
const answering = [
  t(sdkDesignWords.once),
  t(sdkDesignWords.seen, { code }),
  t(sdkDesignWords.value, { code }),
  t(sdkDesignWords.tags, { code }),
  t(sdkDesignWords.reminders, { code }),
  t(sdkDesignWords.links, { code }),
  t(sdkDesignWords.refused, { code }),
];
const leading = [
  t(sdkDesignWords.rules, { code }),
  t(sdkDesignWords.leadOn, { code }),
  t(sdkDesignWords.preview, { code }),
];

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
  return (
    <div className={css.part}>
      <p className="t-small">{name}</p>
      <Snippet text={JSON.stringify(of, null, 2)} copy={copy} />
    </div>
  );
}

/** How an SDK of one's own draws designed stories, takes answers and follows them, with an example. */
export function SdkDesigns() {
  return (
    <Card as="section" id="designs" title={t(sdkDesignWords.title)}>
      <div className={css.root}>
        <p className="t-small">{t(sdkDesignWords.intro, { code })}</p>
        <div className={css.parts}>
          <Points title={t(sdkDesignWords.drawTitle)} of={drawing} />
          <Example name={t(sdkDesignWords.example)} copy={t(sdkDesignWords.copyExample)} of={exampleDesigned} />
          <Points title={t(sdkDesignWords.answerTitle)} of={answering} />
          <Example name={t(sdkDesignWords.sent)} copy={t(sdkDesignWords.copySent)} of={exampleEvents} />
          <Points title={t(sdkDesignWords.resultsTitle)} of={[t(sdkDesignWords.results, { code, token: '{token}' })]} />
          <Example name={t(sdkDesignWords.resultsExample)} copy={t(sdkDesignWords.copyResults)} of={exampleResults} />
          <Points title={t(sdkDesignWords.leadTitle)} of={leading} />
        </div>
      </div>
    </Card>
  );
}
