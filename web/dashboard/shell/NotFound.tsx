import { Compass, Search } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';

/** Says that there is nothing at this address, and leads to a page that there is, or to the search where there is one. */
export function NotFound({ to, label, onSearch }: { to: string; label: string; onSearch?: () => void }) {
  return (
    <EmptyState
      art={<Compass size={32} aria-hidden />}
      level={1}
      title={t(shellWords.pageNotFound)}
      text={t(shellWords.pageNotFoundText)}
      action={
        <>
          <Button variant="primary" to={to}>
            {label}
          </Button>
          {onSearch ? (
            <Button icon={<Search aria-hidden />} aria-haspopup="dialog" onClick={onSearch}>
              {t(shellWords.searchInstead)}
            </Button>
          ) : null}
        </>
      }
    />
  );
}
