import { lazy } from 'react';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { FailureState } from '../shell/waiting/PageFailed.tsx';

const Card = lazy(async () => ({ default: (await import('./CreatorAppCard.tsx')).CreatorAppCard }));

/** What a broadcaster sees instead of a page; nobody else loads it. */
export function CreatorApp(props: { level?: 1 }) {
  return (
    <LazyPart fallback={<Loading />} failed={(error) => <FailureState error={error} part={props.level !== 1} />}>
      <Card {...props} />
    </LazyPart>
  );
}
