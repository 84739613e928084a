import { ChevronDown, ExternalLink } from 'lucide-react';
import { lazy, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { FillingNote } from '../first-steps/FillingNote.tsx';
import { StepList } from '../first-steps/StepList.tsx';
import { useFirstSteps } from '../first-steps/use-first-steps.ts';
import { useFirstView } from '../first-steps/use-first-view.ts';
import { useSteps } from '../first-steps/use-steps.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { Card } from '../kit/Card.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { PartFailed } from '../kit/states/PartFailed.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';
import { useFirstVisit } from './first-visit.ts';
import css from './HelpPage.module.css';
import { Snippet } from './Snippet.tsx';
import topic from './Topics.module.css';
import { Topics } from './Topics.tsx';
import { guides, releases } from './topics.ts';
import { waysBack } from './ways-back.ts';

const SdkEvents = lazy(async () => ({ default: (await import('./SdkEvents.tsx')).SdkEvents }));
const SdkDesigns = lazy(async () => ({ default: (await import('./SdkDesigns.tsx')).SdkDesigns }));

function Integration() {
  const { instance, user, account } = useSession();
  const settings = settingsTabs(user, account).includes('apps');
  const origin = window.location.origin;
  const token = instance?.token ?? t(helpWords.tokenPlaceholder);
  const snippet = `<script type="module" src="${origin}/sdk/v1/player.js"></script>\n<story-rail token="${token}"></story-rail>`;
  const component = `import { StoryRail } from './story-rail.tsx';\n<StoryRail token="${token}" consent={agreed} script="${origin}/sdk/v1/player.js" />`;
  return (
    <Card as="section" id="sdk" title={t(helpWords.sdkIntegration)}>
      <p className="t-small">{t(helpWords.webIntro, { code: (parts) => <code>{parts}</code> })}</p>
      <Snippet text={snippet} copy={t(helpWords.copyWebLines)} />
      <p className="t-small">
        {t(helpWords.reactIntro, { link: (parts) => <a href="/sdk/v1/story-rail.tsx">{parts}</a> })}
      </p>
      <Snippet text={component} copy={t(helpWords.copyReactLines)} />
      <p className="t-small">
        {t(helpWords.mobileIntro, { token: '{token}', code: (parts) => <code>{parts}</code> })}
        {settings ? ` ${t(helpWords.tokensNote)}` : null}
      </p>
      <div className={css.acts}>
        {settings ? (
          <Button size="small" to="/settings/apps">
            {t(helpWords.appSettings)}
          </Button>
        ) : null}
        {instance ? (
          <ButtonLink size="small" href={`/showcase/${instance.token}`} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            {t(helpWords.openInShowcase, {
              title: instance.title,
              hidden: (parts) => <span className="visually-hidden">{parts}</span>,
            })}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  );
}

/** The help: first steps, guides, how to show stories in an app, and what is new. `first` leads on to home. */
export function HelpView({ first }: { first?: boolean }) {
  const { user, account } = useSession();
  const hasSettings = settingsTabs(user, account).includes('user');
  const { state } = useFirstSteps();
  const { seen } = useFirstView();
  const steps = useSteps(state === 'done' || seen === true);
  usePageTitle(t(helpWords.pageTitle));
  // Whoever leaves the first page by any way has seen it.
  const { end } = useFirstVisit();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const left = useRef(end);
  left.current = end;
  useLayoutEffect(() => (first ? () => left.current() : undefined), [first]);
  return (
    <div className={css.root}>
      <header className={css.head}>
        <div>
          <h1>
            {first
              ? t(helpWords.welcome, { isNamed: user.firstname !== '', name: user.firstname })
              : t(helpWords.helpAndResources)}
          </h1>
          <p>{first && steps.length === 3 ? t(helpWords.beginText) : t(helpWords.introText)}</p>
        </div>
        {first ? (
          <Button variant="primary" onClick={end}>
            {t(helpWords.goToHome)}
          </Button>
        ) : null}
      </header>
      {first ? <FillingNote /> : null}
      {steps.length > 0 ? <StepList steps={steps} /> : null}
      <div className={css.columns}>
        <div className={css.side}>
          <Card as="section" id="guides" title={t(helpWords.howToGuides)}>
            <Topics of={guides} />
          </Card>
          <Card as="section" id="ways-back" title={t(helpWords.wayBackTitle)}>
            <p className={`t-small ${css.intro}`}>{t(helpWords.wayBackIntro)}</p>
            <Topics of={waysBack} unlinked={!hasSettings} />
          </Card>
        </div>
        <div className={css.side}>
          <Integration />
          <Card as="section" id="releases" title={t(helpWords.releaseNotes)}>
            {releases.map(({ version, points }, index) => (
              <details key={version} className={topic.topic} open={index === 0}>
                <summary>
                  {t(helpWords.storyrailVersion, { version })}
                  <ChevronDown size={16} aria-hidden />
                </summary>
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </details>
            ))}
          </Card>
        </div>
      </div>
      <LazyPart fallback={<Skeleton height={480} radius={12} />} failed={<PartFailed />}>
        <SdkEvents />
        <SdkDesigns />
      </LazyPart>
    </div>
  );
}

/** The page Help and Resources. */
export function Component() {
  return <HelpView />;
}
