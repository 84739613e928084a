import { NotificationContextProvider } from 'ra-core';
import type { ReactNode } from 'react';
import type { Message } from '#contracts/words/define.ts';
import { SegmentedControl } from '../kit/buttons/SegmentedControl.tsx';
import { Card } from '../kit/Card.tsx';
import { Notification } from '../kit/states/Notification.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { type ThemeChoice, useThemeMode } from '../theme/mode.ts';
import { ThemeRoot } from '../theme/ThemeRoot.tsx';
import { devWords } from '../words/dev.en.ts';
import { t } from '../words/t.ts';
import css from './KitPage.module.css';
import { ButtonSamples } from './samples/ButtonSamples.tsx';
import { ChoiceSamples } from './samples/ChoiceSamples.tsx';
import { DateSamples } from './samples/DateSamples.tsx';
import { FieldSamples } from './samples/FieldSamples.tsx';
import { FigureSamples } from './samples/FigureSamples.tsx';
import { FormSamples } from './samples/FormSamples.tsx';
import { ListSamples } from './samples/ListSamples.tsx';
import { OverlaySamples } from './samples/OverlaySamples.tsx';
import { PictureSamples } from './samples/PictureSamples.tsx';
import { StateSamples } from './samples/StateSamples.tsx';

const parts: readonly { title: Message<string, string>; samples: ReactNode }[] = [
  { title: devWords.buttons, samples: <ButtonSamples /> },
  { title: devWords.fields, samples: <FieldSamples /> },
  { title: devWords.form, samples: <FormSamples /> },
  { title: devWords.choices, samples: <ChoiceSamples /> },
  { title: devWords.dates, samples: <DateSamples /> },
  { title: devWords.states, samples: <StateSamples /> },
  { title: devWords.pictures, samples: <PictureSamples /> },
  { title: devWords.figures, samples: <FigureSamples /> },
  { title: devWords.lists, samples: <ListSamples /> },
  { title: devWords.overlays, samples: <OverlaySamples /> },
];

function Colours() {
  const { choice, setChoice } = useThemeMode();
  return (
    <SegmentedControl<ThemeChoice>
      label={t(devWords.colours)}
      value={choice}
      options={[
        { value: 'system', label: t(devWords.system) },
        { value: 'light', label: t(devWords.light) },
        { value: 'dark', label: t(devWords.dark) },
      ]}
      onChange={setChoice}
    />
  );
}

/** All controls of the kit in their states, in the colours that are chosen at the top. */
export function Component() {
  usePageTitle(t(devWords.pageTitle));
  return (
    <ThemeRoot>
      <NotificationContextProvider>
        <main id="main" className={css.page}>
          <header className={css.head}>
            <div>
              <h1 className="t-page">{t(devWords.title)}</h1>
              <p className="t-small">{t(devWords.lead)}</p>
            </div>
            <Colours />
          </header>
          {parts.map(({ title, samples }) => (
            <Card key={t(title)} as="section" aria-label={t(title)} title={t(title)}>
              <div className={css.samples}>{samples}</div>
            </Card>
          ))}
        </main>
        <Notification />
      </NotificationContextProvider>
    </ThemeRoot>
  );
}
