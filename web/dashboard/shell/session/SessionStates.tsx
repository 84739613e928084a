import { LogOut } from 'lucide-react';
import { Button } from '../../kit/buttons/Button.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import css from '../Frame.module.css';
import { Logo } from '../Logo.tsx';
import { useFirstFrame } from '../waiting/first-frame.ts';
import { Waiting } from '../waiting/RouteStates.tsx';

/** The frame without its content, while the person is being loaded. */
export function SessionLoading() {
  useFirstFrame();
  return <Waiting />;
}

/**
 * Shown when the person, the account or the apps cannot be loaded; whoever may not see them finds the way out. `answered`
 * says that the connection is well, and the server is not.
 */
export function SessionError({ answered, onRetry }: { answered: boolean; onRetry: () => void }) {
  return (
    <>
      <header className={css.bar}>
        <Logo />
        <div className={css.barEnd}>
          <Button size="toolbar" to="/logout" icon={<LogOut aria-hidden />}>
            {t(shellWords.logOut)}
          </Button>
        </div>
      </header>
      <main className={css.main}>
        <ErrorState
          level={1}
          title={t(shellWords.dashboardDidNotLoad)}
          text={answered ? t(shellWords.dashboardFailedText) : t(shellWords.dashboardDidNotLoadText)}
          onRetry={onRetry}
        />
      </main>
    </>
  );
}
