import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Drawer } from '../kit/Drawer.tsx';
import { plural } from '../kit/format.ts';
import { StoryLimitDialog } from '../settings/StoryLimitDialog.tsx';
import { useSession } from '../shell/session-context.tsx';
import css from './CreateStories.module.css';
import { FileDrop } from './FileDrop.tsx';
import { FullNote } from './FullNote.tsx';
import type { GroupDetail } from './group-queries.ts';
import { UploadRow } from './UploadRow.tsx';
import { wordProblems } from './upload-checks.ts';
import { isWanted, uploads, useUploads } from './uploads.ts';
import { useRoomFor } from './use-room-for.ts';

/** Several new stories at once: files are dropped or chosen, named, and added together. */
export function CreateStories({ group, open, onClose }: { group: GroupDetail; open: boolean; onClose: () => void }) {
  const { may } = useSession();
  const batch = useUploads().find((one) => one.groupId === group.id);
  const [active, setActive] = useState(true);
  const [tried, setTried] = useState(false);
  const [overLimit, setOverLimit] = useState(false);
  const list = batch?.uploads ?? [];
  const usable = list.filter((one) => one.state !== 'failed' && isWanted(one));
  const canPublish = may('storyGroup.publish', group.app_id);
  const { full, beyondPlan } = useRoomFor(group, usable.length);
  const waiting = usable.some((one) => one.state !== 'done');
  const path = `/stories/${group.id}?app=${group.app_id}&instance=${group.instance_id}&create=1`;
  const problems = new Map(usable.map((one) => [one.id, wordProblems(one)]));
  const submit = () => {
    setTried(true);
    if (beyondPlan) return setOverLimit(true);
    if (full || usable.length === 0 || batch?.adding) return;
    if ([...problems.values()].some((one) => Object.keys(one).length > 0)) return;
    setTried(false);
    uploads.submit(group.id, canPublish && active ? 1 : 2);
    onClose();
  };
  return (
    <Drawer
      open={open}
      title="Create Story"
      subtitle={`In ${group.title}`}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {list.length ? (
            <Button variant="quiet" onClick={() => uploads.discard(group.id)}>
              Remove all
            </Button>
          ) : null}
          <Button data-push onClick={onClose}>
            {list.length ? 'Later' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={<Plus aria-hidden />}
            loading={batch?.adding ?? false}
            disabled={usable.length === 0}
          >
            {usable.length > 1 ? `Add ${plural(usable.length, 'story', 'stories')}` : 'Add story'}
          </Button>
        </>
      }
    >
      <FileDrop
        onFiles={(files) => {
          setTried(false);
          uploads.add({ id: group.id, title: group.title, path }, files);
        }}
      >
        <Link
          className={css.many}
          to={`/story/add?app=${group.app_id}&instance=${group.instance_id}`}
          state={{ group, stories: [] }}
        >
          Add many on a full page
        </Link>
      </FileDrop>
      {full ? <FullNote>{full}</FullNote> : null}
      {list.length ? (
        <ul className={css.list}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} errors={tried ? (problems.get(upload.id) ?? {}) : {}} />
          ))}
        </ul>
      ) : null}
      {usable.length ? (
        <div className={css.end}>
          {canPublish ? (
            <Checkbox
              checked={active}
              onChange={setActive}
              label={usable.length > 1 ? 'Activate these stories' : 'Activate this story'}
            />
          ) : (
            <p className="t-small">An owner activates what you add: it is saved as inactive.</p>
          )}
          {waiting ? (
            <p className="t-small">The stories are added as soon as all files have arrived. You can leave this page.</p>
          ) : null}
        </div>
      ) : null}
      {overLimit ? <StoryLimitDialog appId={group.app_id} onClose={() => setOverLimit(false)} /> : null}
    </Drawer>
  );
}
