import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './PublishControl.module.css';
import type { StudioPublishing } from './use-publishing.tsx';

/** Properties of a PublishControl; `errors` counts what must be fixed, by story. */
export interface PublishControlProps {
  publishing: StudioPublishing;
  storyId: string;
  errors: ReadonlyMap<string, number>;
}

/** The button that publishes, with the number of what must be fixed first. */
export function PublishControl({ publishing, storyId, errors }: PublishControlProps) {
  const count = errors.get(storyId) ?? 0;
  return (
    <Button variant="primary" loading={publishing.asking} onClick={publishing.ask}>
      {t(publishing.approval ? studioWords.saveForApproval : studioWords.publish)}
      {count > 0 ? <span className={`${css.count} num`}>{t(studioWords.toFix, { count })}</span> : null}
    </Button>
  );
}
