import { CalendarDays, Play, Plus, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/buttons/Button.tsx';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-context.tsx';
import { contentWords } from '../words/content.en.ts';
import { t } from '../words/t.ts';
import css from './ContentHead.module.css';
import contentParts from './ContentParts.module.css';
import { useDeletedDrawer } from './deleted/use-deleted-drawer.ts';
import { InstancePicker } from './InstancePicker.tsx';

/** The head of the page: title, instance, the preview and, unless the page itself offers it, the button that adds a group. */
export function ContentHead({ count, onAdd }: { count: number | undefined; onAdd: (() => void) | undefined }) {
  const { app, instance, selectInstance, may } = useSession();
  const navigate = useNavigate();
  const deleted = useDeletedDrawer();
  return (
    <header className={contentParts.head}>
      <h1>{t(contentWords.content)}</h1>
      {app && instance ? (
        <InstancePicker instances={app.instances} chosen={instance} count={count} onChoose={selectInstance} />
      ) : null}
      {app && instance ? (
        <span className={css.icons}>
          <IconButton label={t(contentWords.recentlyDeleted)} icon={<Trash2 />} onClick={deleted.open} />
          <IconButton
            label={t(contentWords.calendar)}
            icon={<CalendarDays />}
            onClick={() => navigate(`/content/calendar?app=${app.id}&instance=${instance.id}`)}
          />
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
