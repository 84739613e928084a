import { Unlink } from 'lucide-react';
import { lazy, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import { BarCard } from './BarCard.tsx';
import { KeysCard } from './KeysCard.tsx';
import { PhoneFrame, PhoneHost, PhoneNote } from './PhoneFrame.tsx';
import { SentCard } from './SentCard.tsx';
import { ShowcaseBar } from './ShowcaseBar.tsx';
import css from './ShowcasePage.module.css';
import { storyOnScreen } from './shown-component.ts';
import { usePlayer } from './use-player.ts';
import { useWide } from './use-wide.ts';
import { ViewerCard } from './ViewerCard.tsx';

const AnswersCard = lazy(() => import('./AnswersCard.tsx'));

function Unknown() {
  return (
    <EmptyState
      art={<Unlink size={28} aria-hidden />}
      title={t(showcaseWords.unknownTitle)}
      text={t(showcaseWords.unknownText)}
    />
  );
}

/** The public page that plays one instance's stories with the real player and shows what an app would send. */
export function Component() {
  const { token = '' } = useParams();
  const [labels, setLabels] = useState<string[]>([]);
  const wide = useWide();
  const start = useSearchParams()[0].get('group');
  const { setHost, state, open } = usePlayer(token, labels, wide, start);
  const { data, problem, log, playing } = state;
  const groups = data?.groups ?? [];
  const shown = storyOnScreen(groups, log, playing);
  const title = data?.app.title || t(showcaseWords.stories);
  usePageTitle(t(showcaseWords.pageTitle, { title }));

  const phone = (
    <div className={css.stage}>
      <PhoneFrame framed={wide} title={data?.app.title ?? ''}>
        <PhoneHost ref={setHost} playing={Boolean(playing)} />
        {data && !groups.length ? <PhoneNote>{t(showcaseWords.noStories)}</PhoneNote> : null}
        {problem === 'waiting' ? <PhoneNote role="status">{t(showcaseWords.noAnswer)}</PhoneNote> : null}
      </PhoneFrame>
      {wide ? null : <PhoneNote caption>{t(showcaseWords.previewNote)}</PhoneNote>}
    </div>
  );
  return (
    <div className={css.root} data-unknown={problem === 'unknown' || undefined}>
      <ShowcaseBar />
      <main id="main">
        <h1 className="visually-hidden">{t(showcaseWords.showcaseOf, { title })}</h1>
        {problem === 'unknown' ? <Unknown /> : null}
        {problem === 'script' ? (
          <ErrorState
            title={t(showcaseWords.playerDidNotLoad)}
            text={t(showcaseWords.playerDidNotLoadText)}
            onRetry={() => window.location.reload()}
          />
        ) : null}
        <div className={css.columns} hidden={problem === 'unknown' || problem === 'script'}>
          <div className={css.side}>
            {wide ? (
              <>
                <p className="t-section truncate">{title}</p>
                <ViewerCard token={token} labels={labels} onLabels={setLabels} />
                <BarCard groups={groups} playing={playing} onOpen={open} />
              </>
            ) : null}
          </div>
          {phone}
          {wide ? (
            <div className={css.side}>
              <SentCard log={log} groups={groups} />
              {shown?.studio ? (
                <LazyPart>
                  <AnswersCard token={token} storyId={shown.id} studio={shown.studio} />
                </LazyPart>
              ) : null}
              <KeysCard />
            </div>
          ) : null}
        </div>
      </main>
    </div>
  );
}
