import { lazy, Suspense } from 'react';
import { Loading } from '../kit/states/Skeleton.tsx';

const Card = lazy(async () => ({ default: (await import('./CreatorAppCard.tsx')).CreatorAppCard }));

/** What a broadcaster sees instead of a page; nobody else loads it. */
export function CreatorApp(props: { level?: 1 }) {
  return (
    <Suspense fallback={<Loading />}>
      <Card {...props} />
    </Suspense>
  );
}
