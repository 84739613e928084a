import { Copy, ImageUp, Plus, SquarePlus } from 'lucide-react';
import { useRef } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { Menu } from '../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../dashboard/kit/overlays/MenuItem.tsx';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { storyFiles } from '../drafts/upload-story.ts';
import css from './Strip.module.css';

/** Properties of AddStoryMenu; `left` is how many more stories the group can hold. */
export interface AddStoryMenuProps {
  left: number;
  onBlank: () => void;
  onFiles: (files: readonly File[]) => void;
  onCopy: () => void;
}

/** The end of the strip: adds a blank story, one of a file, or a copy of the one that is open. */
export function AddStoryMenu({ left, onBlank, onFiles, onCopy }: AddStoryMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const label = t(studioWords.addStory);
  if (left <= 0)
    return (
      <Tooltip text={t(studioWords.groupFull, { most: limits.storiesPerGroup })}>
        <button type="button" className={css.add} aria-label={label} aria-disabled>
          <Plus size={18} aria-hidden />
        </button>
      </Tooltip>
    );
  return (
    <>
      <Menu
        label={label}
        above
        trigger={
          <button type="button" className={css.add} aria-label={label}>
            <Plus size={18} aria-hidden />
          </button>
        }
      >
        <MenuItem icon={<SquarePlus aria-hidden />} onSelect={onBlank}>
          {t(studioWords.newStory)}
        </MenuItem>
        <MenuItem icon={<ImageUp aria-hidden />} onSelect={() => input.current?.click()}>
          {t(studioWords.uploadStory)}
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={onCopy}>
          {t(studioWords.copyStory)}
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={storyFiles}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
