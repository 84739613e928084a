import { useSession } from '../../dashboard/shell/session/session-value.ts';
import type { DeskProps } from '../page/desk-props.ts';
import { StoryNotes } from '../page/StoryNotes.tsx';
import { useOtherWriter } from '../presence/use-other-writer.ts';
import { usePresence } from '../presence/use-studio-stream.ts';
import css from './FlowDesk.module.css';

/** Holds the place of the story that is open, shows what others save of it, and says what is to be decided about it. */
export function FlowOpen({ onReview, ...props }: DeskProps & { onReview: () => void }) {
  const { group, others, open, opened } = props;
  const { user } = useSession();
  const writer = useOtherWriter(open, others, user.id, opened);
  usePresence(group.id, open);
  return (
    <div className={css.notes}>
      <StoryNotes {...props} writer={writer} onReview={onReview} />
    </div>
  );
}
