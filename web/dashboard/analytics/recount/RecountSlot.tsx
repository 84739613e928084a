import { FlaskConical } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { recountWords } from '../../words/recount.en.ts';
import { t } from '../../words/t.ts';
import type { useScope } from '../use-scope.ts';
import { useRecount } from './use-recount.ts';

const RecountDrawer = lazy(() => import('./RecountDrawer.tsx'));

/** Leads to figures that are counted again, and shows them where the address asks; nothing for who may not see them. */
export function RecountSlot({ of }: { of: ReturnType<typeof useScope> }) {
  const { may } = useSession();
  const { question, open, close } = useRecount();
  const partFailed = usePartFailed(close);
  const apps = of.scope.apps.filter(({ id }) => may('overview.view', id));
  if (apps.length === 0) return null;
  return (
    <>
      <Button variant="quiet" icon={<FlaskConical aria-hidden />} onClick={open}>
        {t(recountWords.whatIf)}
      </Button>
      {question ? (
        <LazyPart onFailed={partFailed}>
          <RecountDrawer question={question} apps={apps} chooseApp={(id) => of.chooseApps([id], { push: true })} />
        </LazyPart>
      ) : null}
    </>
  );
}
