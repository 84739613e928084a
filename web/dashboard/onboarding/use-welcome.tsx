import { AppWindow, type LucideIcon, Send, UserRound } from 'lucide-react';
import { samples } from '../content/samples/samples.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { onboardingWords } from '../words/onboarding.en.ts';
import { t } from '../words/t.ts';
import css from './Onboarding.module.css';
import type { OnboardingStep } from './step.ts';

const sizes = [48, 60, 84, 60, 48];
const points: readonly (readonly [LucideIcon, string, string])[] = [
  [AppWindow, t(onboardingWords.addAppPoint), t(onboardingWords.addAppPointText)],
  [UserRound, t(onboardingWords.whoPoint), t(onboardingWords.whoPointText)],
  [Send, t(onboardingWords.publishPoint), t(onboardingWords.publishPointText)],
];

/** What stands above the first step: covers as people see them in an app. */
export function WelcomeCovers() {
  return (
    <div className={css.covers} aria-hidden>
      {samples.slice(0, sizes.length).map(({ id, title, icon }, place) => (
        <Cover key={id} name={title} src={icon} size={sizes[place] ?? 48} />
      ))}
    </div>
  );
}

/** The first step: what comes, and the way to do it another time. */
export function useWelcome(onNext: () => void, onLater: () => void): OnboardingStep {
  const { user } = useSession();
  return {
    title: t(onboardingWords.welcome, { isNamed: user.firstname !== '', name: user.firstname }),
    body: (
      <>
        <p className="t-small">{t(onboardingWords.welcomeText)}</p>
        <ul className={css.points}>
          {points.map(([Icon, title, text]) => (
            <li key={title}>
              <span className={css.tile}>
                <Icon size={16} aria-hidden />
              </span>
              <span>
                <b>{title}</b>
                <span className="t-small">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </>
    ),
    footer: (
      <>
        <Button variant="quiet" className={css.first} onClick={onLater}>
          {t(onboardingWords.later)}
        </Button>
        <Button type="submit" variant="primary">
          {t(onboardingWords.next)}
        </Button>
      </>
    ),
    onSubmit: onNext,
  };
}
