import { Plus, SearchX, Smartphone } from 'lucide-react';
import { useNavigate } from 'react-router';
import { limits } from '#contracts/api/limits.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';
import css from './ContentParts.module.css';
import { SampleCovers } from './SampleCovers.tsx';
import { samples } from './samples.ts';

/** Stands for the page while the account has no app. */
export function NoApps() {
  const { may } = useSession();
  const navigate = useNavigate();
  return (
    <Card className={css.empty}>
      <EmptyState
        art={<Smartphone size={40} aria-hidden />}
        title="Add Your App"
        text="Stories play inside your own app or web site. Add it first, then publish your first story group."
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            disabledReason={may('app.add') ? undefined : permissionText}
            onClick={() => navigate('/apps?add=1')}
          >
            Add app
          </Button>
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
        title="Put your first story in the app"
        text={`A story group is one round icon in your app. It holds up to ${limits.storiesPerGroup} stories. Tap an icon above to see ${samples.length} samples.`}
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            disabledReason={may('storyGroup.edit') ? undefined : permissionText}
            onClick={onAdd}
          >
            Add story group
          </Button>
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
        title="No story group matches"
        text="Choose another status or label, or look for another name."
        action={<Button onClick={onReset}>Show all groups</Button>}
      />
    </Card>
  );
}
