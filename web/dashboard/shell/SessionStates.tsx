import './shell.css';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { Logo } from './Logo.tsx';

/** The frame without its content, while the person is being loaded. */
export function SessionLoading() {
  return (
    <>
      <header className="shell-bar">
        <Logo />
      </header>
      <main className="shell-main">
        <Loading />
        <Skeleton width={160} height={28} radius={8} />
      </main>
    </>
  );
}

/** Shown when the person, the account or the apps cannot be loaded. */
export function SessionError({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <header className="shell-bar">
        <Logo />
      </header>
      <main className="shell-main">
        <ErrorState title="The dashboard did not load" text="Nothing is lost. Your stories go on." onRetry={onRetry} />
      </main>
    </>
  );
}
