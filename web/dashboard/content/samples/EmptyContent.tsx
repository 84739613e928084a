import { Plus, SearchX, Smartphone } from 'lucide-react';
import { useNavigate } from 'react-router';
import { limits } from '#contracts/api/limits.ts';
import { useFirstSteps } from '../../first-steps/use-first-steps.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import css from '../ContentParts.module.css';
import { SampleCovers } from './SampleCovers.tsx';
import { sampleCount } from './samples.ts';

function StepsLink() {
  return useFirstSteps().ahead ? (
    <Button variant="quiet" to="/home">
      {t(contentWords.seeAllSteps)}
    </Button>
  ) : null;
}

/** Stands for the page while the account has no app; `away` from home it leads to the checklist there. */
export function NoApps({ away }: { away?: boolean }) {
  const { may } = useSession();
  const navigate = useNavigate();
  return (
    <Card className={css.empty}>
      <EmptyState
        art={<Smartphone size={40} aria-hidden />}
        title={t(contentWords.noAppTitle)}
        text={t(contentWords.noAppText)}
        action={
          <>
            <Button
              variant="primary"
              icon={<Plus aria-hidden />}
              disabledReason={may('app.add') ? undefined : permissionText}
              onClick={() => navigate('/apps?add=1')}
            >
              {t(contentWords.addApp)}
            </Button>
            {away ? <StepsLink /> : null}
          </>
        }
      />
    </Card>
  );
}

/** Stands for the grid while the instance has no group. */
export function NoGroups({ onAdd }: { onAdd: () => void }) {
  const { may } = useSession();
  return (
    <Card className={css.empty}>
      <EmptyState
        art={<SampleCovers />}
        title={t(contentWords.noGroupsTitle)}
        text={t(contentWords.noGroupsText, { storiesPerGroup: limits.storiesPerGroup, count: sampleCount })}
        action={
          <>
            <Button
              variant="primary"
              icon={<Plus aria-hidden />}
              disabledReason={may('storyGroup.edit') ? undefined : permissionText}
              onClick={onAdd}
            >
              {t(contentWords.addStoryGroup)}
            </Button>
            <StepsLink />
          </>
        }
      />
    </Card>
  );
}

/** Stands for the grid while the filter or the search leaves nothing. */
export function NoMatch({ onReset }: { onReset: () => void }) {
  return (
    <Card className={css.empty}>
      <EmptyState
        art={<SearchX size={32} aria-hidden />}
        title={t(contentWords.noMatchTitle)}
        text={t(contentWords.noMatchText)}
        action={<Button onClick={onReset}>{t(contentWords.showAllGroups)}</Button>}
      />
    </Card>
  );
}
