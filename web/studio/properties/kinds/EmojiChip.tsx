import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react';
import { Menu } from '../../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../../dashboard/kit/overlays/MenuItem.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import css from './emoji.module.css';

/** Properties of an EmojiChip; without `onRemove` it has to stay. */
export interface EmojiChipProps {
  emoji: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: (() => void) | undefined;
}

/** An emoji of a reaction: it is dragged to its place, or moved and removed from its menu. */
export function EmojiChip({ emoji, at, count, onMove, onRemove }: EmojiChipProps) {
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: emoji });
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Menu
        label={t(studioPropertyWords.emojiActs, { emoji })}
        trigger={
          <button
            type="button"
            className={css.chip}
            {...listeners}
            aria-label={t(studioPropertyWords.emojiPlace, { emoji, place: at + 1, count })}
          >
            {emoji}
          </button>
        }
      >
        <MenuItem icon={<ArrowLeft size={16} />} disabled={at === 0} onSelect={() => onMove(at - 1)}>
          {t(studioPropertyWords.moveLeft)}
        </MenuItem>
        <MenuItem icon={<ArrowRight size={16} />} disabled={at === count - 1} onSelect={() => onMove(at + 1)}>
          {t(studioPropertyWords.moveRight)}
        </MenuItem>
        <MenuItem
          icon={<Trash2 size={16} />}
          danger
          disabledReason={onRemove ? undefined : t(studioPropertyWords.threeAtLeast)}
          onSelect={() => onRemove?.()}
        >
          {t(studioPropertyWords.removeEmoji)}
        </MenuItem>
      </Menu>
    </li>
  );
}
