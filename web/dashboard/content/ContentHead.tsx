import { CalendarDays, Ellipsis, History, Play, Plus, Trash2 } from 'lucide-react';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './ContentHead.module.css';
import contentParts from './ContentParts.module.css';
import { useDeletedDrawer } from './deleted/use-deleted-drawer.ts';
import { InstancePicker } from './InstancePicker.tsx';

/** The head of the page: title, instance, what else there is of it, the preview and, unless the page itself offers it, the button that adds a group. */
export function ContentHead({ count, onAdd }: { count: number | undefined; onAdd: (() => void) | undefined }) {
  const { app, instance, selectInstance, may } = useSession();
  const deleted = useDeletedDrawer();
  return (
    <header className={contentParts.head}>
      <h1>{t(contentWords.content)}</h1>
      {app && instance ? (
        <InstancePicker instances={app.instances} chosen={instance} count={count} onChoose={selectInstance} />
      ) : null}
      {app && instance ? (
        <span className={css.more}>
          <Button
            variant="quiet"
            icon={<CalendarDays aria-hidden />}
            to={`/content/calendar?app=${app.id}&instance=${instance.id}`}
          >
            {t(contentWords.calendar)}
          </Button>
          {may('audit.view') ? (
            <Button variant="quiet" icon={<History aria-hidden />} to={`/activity?thing=${app.id}`}>
              {t(contentWords.history)}
            </Button>
          ) : null}
          <Menu
            label={t(contentWords.moreOfContent)}
            align="end"
            trigger={<IconButton label={t(contentWords.moreOfContent)} icon={<Ellipsis />} noTooltip />}
          >
            <MenuItem icon={<Trash2 aria-hidden />} onSelect={deleted.open}>
              {t(contentWords.recentlyDeleted)}
            </MenuItem>
          </Menu>
        </span>
      ) : null}
      <div className={css.acts}>
        {instance ? (
          <ButtonLink href={`/showcase/${instance.token}`} target="_blank" rel="noopener">
            <Play aria-hidden />
            {t(contentWords.previewInApp, { hidden: (parts) => <span className="visually-hidden">{parts}</span> })}
          </ButtonLink>
        ) : null}
        {onAdd ? (
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            onClick={onAdd}
            disabledReason={may('storyGroup.edit') ? undefined : permissionText}
          >
            {t(contentWords.addStoryGroup)}
          </Button>
        ) : null}
      </div>
    </header>
  );
}
