import { useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { useLocation } from 'react-router';
import { queryClient } from '../api/query.ts';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { timeIn } from '../kit/text/format.ts';
import { knownZone } from '../kit/text/zone.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { previewWords } from '../words/preview.en.ts';
import { t } from '../words/t.ts';
import { GivenPlayer } from './GivenPlayer.tsx';
import { PhoneFrame, PhoneNote } from './PhoneFrame.tsx';
import css from './PreviewPage.module.css';
import { type PreviewData, previewQuery } from './preview-query.ts';
import { ShowcaseBar } from './ShowcaseBar.tsx';
import { useWide } from './use-wide.ts';

const ownZone = knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);

function Playing({ data: { app, groups, ts_expires } }: { data: PreviewData }) {
  const wide = useWide();
  const [group] = groups;
  return (
    <div className={css.stage}>
      <h1 className="visually-hidden">{t(previewWords.previewOf, { title: group?.title ?? app.title })}</h1>
      <PhoneFrame framed={wide} title={app.title}>
        {group ? (
          <GivenPlayer key={String(wide)} bar={groups} start={group.id} contained={wide} />
        ) : (
          <PhoneNote>{t(previewWords.nothing)}</PhoneNote>
        )}
      </PhoneFrame>
      <PhoneNote caption>{t(previewWords.until, { time: timeIn(ownZone, ts_expires) })}</PhoneNote>
    </div>
  );
}

function Over() {
  return (
    <EmptyState
      art={<Unlink size={28} aria-hidden />}
      title={t(previewWords.overTitle)}
      text={t(previewWords.overText)}
      level={1}
    />
  );
}

/** The public page that plays a group with its drafts, by a secret that only the fragment of its address holds. */
export function Component() {
  const secret = useLocation().hash.slice(1);
  const { data, isError, refetch } = useQuery(previewQuery(secret), queryClient);
  usePageTitle(t(previewWords.pageTitle));
  return (
    <div className={css.root}>
      <ShowcaseBar name={t(previewWords.preview)} />
      <main id="main">
        {data ? <Playing data={data} /> : null}
        {data === null ? <Over /> : null}
        {isError ? (
          <ErrorState
            title={t(previewWords.failedTitle)}
            text={t(previewWords.failedText)}
            level={1}
            onRetry={() => void refetch()}
          />
        ) : null}
      </main>
    </div>
  );
}
