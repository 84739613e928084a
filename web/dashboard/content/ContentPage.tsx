import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import { ClosedContent } from './ClosedContent.tsx';
import css from './ContentParts.module.css';
import { ContentView } from './ContentView.tsx';
import { NoApps } from './samples/EmptyContent.tsx';

/** The page of the story groups of the chosen app and instance. */
export function Component() {
  const { app, instance, may } = useSession();
  usePageTitle(t(contentWords.pageTitle));
  if (app && !may('storyGroup.view')) return <ClosedContent title={t(contentWords.content)} />;
  if (app && instance) return <ContentView app={app} instance={instance} />;
  return (
    <>
      <header className={css.head}>
        <h1>{t(contentWords.content)}</h1>
      </header>
      <NoApps away />
    </>
  );
}
