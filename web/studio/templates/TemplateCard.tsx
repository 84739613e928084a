import { EllipsisVertical, SquarePlus, Trash2 } from 'lucide-react';
import { DesignLayer } from '../../dashboard/designs/DesignLayer.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { Menu } from '../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../dashboard/kit/overlays/MenuItem.tsx';
import { StoryThumb } from '../../dashboard/kit/pictures/StoryThumb.tsx';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './TemplatesPanel.module.css';
import type { ListedTemplate } from './use-templates.ts';

const width = 104;

/** Properties of a TemplateCard; without `onRemove` it can't be deleted. */
export interface TemplateCardProps {
  template: ListedTemplate;
  busy: boolean;
  onUse: () => void;
  onBegin: () => void;
  onRemove: (() => void) | null;
}

/** A template: a click uses it for the story that is open, its menu for a new one. */
export function TemplateCard({ template, busy, onUse, onBegin, onRemove }: TemplateCardProps) {
  const { title, studio, picture } = template;
  return (
    <li className={css.card} aria-busy={busy || undefined}>
      <div className={css.picture}>
        <StoryThumb src={picture} width={width}>
          <DesignLayer studio={studio} src={picture} width={width * 2} />
        </StoryThumb>
        <button type="button" className={css.use} aria-label={t(words.use, { title })} onClick={onUse} />
      </div>
      <div className={css.name}>
        <span className="truncate">{title}</span>
        <Menu
          label={t(words.actions, { title })}
          align="end"
          trigger={
            <IconButton size="small" noTooltip label={t(words.actions, { title })} icon={<EllipsisVertical />} />
          }
        >
          <MenuItem icon={<SquarePlus aria-hidden />} onSelect={onBegin}>
            {t(words.useNew, { title })}
          </MenuItem>
          {onRemove ? (
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onRemove}>
              {t(words.remove, { title })}
            </MenuItem>
          ) : null}
        </Menu>
      </div>
    </li>
  );
}
