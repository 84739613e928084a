import { Compass } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';

/** Says that there is nothing at this address, and leads to a page that there is. */
export function NotFound({ to, label }: { to: string; label: string }) {
  return (
    <EmptyState
      art={<Compass size={32} aria-hidden />}
      level={1}
      title={t(shellWords.pageNotFound)}
      text={t(shellWords.pageNotFoundText)}
      action={
        <Button variant="primary" to={to}>
          {label}
        </Button>
      }
    />
  );
}
