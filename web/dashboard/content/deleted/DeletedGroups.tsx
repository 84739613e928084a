import { lazy } from 'react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { PartFailed } from '../../kit/states/PartFailed.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import groupCards from '../cards/GroupCards.module.css';
import css from './DeletedGroups.module.css';
import { useDeletedDrawer } from './use-deleted-drawer.ts';

const DeletedGroupList = lazy(() => import('./DeletedGroupList.tsx'));

function Waiting() {
  return (
    <>
      <Loading label={t(contentWords.loadingDeleted)} />
      <ul className={css.list} aria-hidden>
        {['a', 'b', 'c'].map((place) => (
          <li key={place} className={css.row}>
            <Skeleton round width={40} height={40} />
            <div className={`${groupCards.what} ${groupCards.bones}`}>
              <Skeleton width="50%" height={12} />
              <Skeleton width="70%" height={10} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The deleted groups of an instance, the last deleted first, each with who deleted it, when, and the way back. */
export function DeletedGroups({ app, instance }: { app: AppRow; instance: InstanceRow }) {
  const { isOpen, close } = useDeletedDrawer();
  const waiting = <Waiting />;
  return (
    <Drawer
      open={isOpen}
      title={t(contentWords.recentlyDeleted)}
      subtitle={t(contentWords.restoreText, { title: app.title, instance: instance.title })}
      onClose={close}
    >
      <LazyPart fallback={waiting} failed={<PartFailed bare />}>
        <DeletedGroupList app={app} instance={instance} waiting={waiting} />
      </LazyPart>
    </Drawer>
  );
}
