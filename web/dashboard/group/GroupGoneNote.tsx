import { storyGroupKeys } from '../content/story-group-queries.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import { FullNote } from './FullNote.tsx';
import type { GroupDetail } from './group-queries.ts';
import { useGroupRights } from './group-rights.ts';
import { useGroupCommand } from './use-group-command.ts';

/** Says in a drawer that stays open that its group was deleted; who may edit the group restores it there, with what is typed. */
export function GroupGoneNote({ group }: { group: GroupDetail }) {
  const { role } = useSession();
  const { edit } = useGroupRights(group);
  const restore = useGroupCommand(group.id, {
    send: (product, _, key) => product.restoreStoryGroup(group.id, key),
    outdates: [storyGroupKeys.deleted],
    said: () => t(contentWords.groupIsBack, { title: group.title, waiting: role === 'story_creator' }),
  });
  return (
    <FullNote>
      <p>{edit ? t(contentWords.groupGoneTyped) : t(contentWords.groupGoneCopy)}</p>
      {edit ? (
        <Button size="small" loading={restore.busy} onClick={() => restore.run()}>
          {t(contentWords.restoreTitle, { title: group.title })}
        </Button>
      ) : null}
    </FullNote>
  );
}
