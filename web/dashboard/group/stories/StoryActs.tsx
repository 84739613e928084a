import { Copy, Pencil, PencilRuler, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { groupWords } from '../../words/group.en.ts';
import { studioEntryWords } from '../../words/studio-entry.en.ts';
import { t } from '../../words/t.ts';
import { activeStoryText, type StoryList } from './story-list.ts';

/** The buttons that edit, copy and delete one story; those that are not allowed say why. */
export function StoryActs({ story, list }: { story: StoryRow; list: StoryList }) {
  const navigate = useNavigate();
  const { title } = story;
  const edit = list.canEdit ? undefined : permissionText;
  return (
    <>
      <IconButton
        size="small"
        label={t(groupWords.editTitle, { title })}
        icon={<Pencil />}
        disabledReason={edit}
        onClick={() => list.onEdit(story)}
      />
      <IconButton
        size="small"
        label={t(studioEntryWords.draw, { title })}
        icon={<PencilRuler />}
        disabledReason={edit}
        onClick={() => navigate(list.studio(story))}
      />
      <IconButton
        size="small"
        label={t(groupWords.copyTitle, { title })}
        icon={<Copy />}
        disabledReason={edit}
        onClick={() => list.onCopy([story])}
      />
      <IconButton
        size="small"
        label={t(groupWords.deleteTitle, { title })}
        icon={<Trash2 />}
        disabledReason={edit ?? (story.status === storyStatus.active ? activeStoryText : undefined)}
        onClick={() => list.onDelete(story)}
      />
    </>
  );
}
