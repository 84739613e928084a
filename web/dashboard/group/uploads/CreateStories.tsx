import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormCheckbox } from '../../kit/forms/FormCheckbox.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { StoryLimitDialog } from '../../settings/apps/StoryLimitDialog.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { FullNote } from '../FullNote.tsx';
import type { GroupDetail } from '../group-queries.ts';
import css from './CreateStories.module.css';
import { FileDrop } from './FileDrop.tsx';
import { RemoveAll } from './RemoveAll.tsx';
import { UploadRow } from './UploadRow.tsx';
import { isWanted, uploads, useUploads } from './uploads.ts';
import { useNewStories } from './use-new-stories.ts';
import { useRoomFor } from './use-room-for.ts';

/** Several new stories at once: files are dropped or chosen, named, and added together. */
export function CreateStories({ group, open, onClose }: { group: GroupDetail; open: boolean; onClose: () => void }) {
  const { may } = useSession();
  const batch = useUploads().find((one) => one.groupId === group.id);
  const [overLimit, setOverLimit] = useState(false);
  const list = batch?.uploads ?? [];
  const usable = list.filter((one) => one.state !== 'failed' && isWanted(one));
  const canPublish = may('storyGroup.publish', group.app_id);
  const { full, beyondPlan } = useRoomFor(group, usable.length);
  const waiting = usable.some((one) => one.state !== 'done');
  const path = `/stories/${group.id}?app=${group.app_id}&instance=${group.instance_id}&create=1`;
  const form = useNewStories(usable);
  const send = form.sending(({ active }) => {
    if (full || usable.length === 0 || batch?.adding) return;
    uploads.submit(group.id, canPublish && active ? 1 : 2);
    form.reset(undefined, { keepValues: true, keepFieldsRef: true });
    onClose();
  });
  const submit = () => {
    if (beyondPlan) setOverLimit(true);
    send();
  };
  return (
    <Drawer
      open={open}
      title={t(groupWords.createStory)}
      subtitle={t(groupWords.inGroup, { title: group.title })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {batch && list.length ? <RemoveAll batch={batch} /> : null}
          <Button data-push onClick={onClose}>
            {list.length ? t(groupWords.later) : t(groupWords.cancel)}
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={<Plus aria-hidden />}
            loading={batch?.adding ?? false}
            disabled={usable.length === 0}
          >
            {usable.length > 1 ? t(groupWords.addStories, { count: usable.length }) : t(groupWords.addStory)}
          </Button>
        </>
      }
    >
      <FileDrop onFiles={(files) => uploads.add({ id: group.id, title: group.title, path }, files)}>
        <Link
          className={css.many}
          to={`/story/add?app=${group.app_id}&instance=${group.instance_id}`}
          state={{ group, stories: [] }}
        >
          {t(groupWords.openFullPage)}
        </Link>
      </FileDrop>
      {full ? <FullNote>{full}</FullNote> : null}
      {list.length ? (
        <ul className={css.list}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} control={form.control} />
          ))}
        </ul>
      ) : null}
      {usable.length ? (
        <div className={css.end}>
          {canPublish ? (
            <FormCheckbox
              control={form.control}
              name="active"
              label={usable.length > 1 ? t(groupWords.activateStories) : t(groupWords.activateStory)}
            />
          ) : (
            <p className="t-small">{t(groupWords.addedInactiveNote)}</p>
          )}
          {waiting ? <p className="t-small">{t(groupWords.uploadNote)}</p> : null}
        </div>
      ) : null}
      {overLimit ? <StoryLimitDialog appId={group.app_id} onClose={() => setOverLimit(false)} /> : null}
    </Drawer>
  );
}
