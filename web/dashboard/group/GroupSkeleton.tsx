import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { BackNav } from './BackNav.tsx';
import groupParts from './GroupParts.module.css';
import storyGrid from './stories/StoryGrid.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The shape of the page while the group is loading. */
export function GroupSkeleton() {
  return (
    <>
      <Loading label={t(groupWords.loadingGroup)} />
      <h1 className="visually-hidden">{t(groupWords.storyGroup)}</h1>
      <div className={groupParts.head} aria-hidden>
        <BackNav>
          <Skeleton width={120} height={14} />
        </BackNav>
        <div className={groupParts.titleRow}>
          <Skeleton width={56} height={56} round />
          <div style={{ display: 'grid', gap: 10 }}>
            <Skeleton width={200} height={22} />
            <Skeleton width={260} height={12} />
          </div>
        </div>
        <div className={groupParts.tabs}>
          <Skeleton width={240} height={18} style={{ margin: '13px 0' }} />
        </div>
      </div>
      <StoriesSkeleton />
    </>
  );
}

/** The shape of the stories and the side column. */
export function StoriesSkeleton() {
  return (
    <div className={groupParts.columns} aria-hidden>
      <div className={storyGrid.grid}>
        {places.map((place) => (
          <div key={place} className={storyGrid.card}>
            <Skeleton height="auto" radius={8} style={{ aspectRatio: '9 / 16' }} />
            <Skeleton width="80%" style={{ margin: '14px 2px 8px' }} />
            <Skeleton width="50%" style={{ margin: '0 2px 6px' }} />
          </div>
        ))}
      </div>
      <div className={groupParts.side}>
        <Skeleton height={276} radius={12} />
        <Skeleton height={150} radius={12} />
        <Skeleton height={190} radius={12} />
      </div>
    </div>
  );
}
