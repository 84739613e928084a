import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../kit/buttons/Button.tsx';
import { Checkbox } from '../../kit/fields/Checkbox.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { StoryLimitDialog } from '../../settings/apps/StoryLimitDialog.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { FullNote } from '../FullNote.tsx';
import type { GroupDetail } from '../group-queries.ts';
import css from './CreateStories.module.css';
import { FileDrop } from './FileDrop.tsx';
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
      title={t(groupWords.createStory)}
      subtitle={t(groupWords.inTitle, { title: group.title })}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {list.length ? (
            <Button variant="quiet" onClick={() => uploads.discard(group.id)}>
              {t(groupWords.removeAll)}
            </Button>
          ) : null}
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
          {t(groupWords.addManyOnFullPage)}
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
              label={usable.length > 1 ? t(groupWords.activateTheseStories) : t(groupWords.activateThisStory)}
            />
          ) : (
            <p className="t-small">{t(groupWords.ownerActivatesWhatYouAdd)}</p>
          )}
          {waiting ? <p className="t-small">{t(groupWords.storiesAreAddedAsSoon)}</p> : null}
        </div>
      ) : null}
      {overLimit ? <StoryLimitDialog appId={group.app_id} onClose={() => setOverLimit(false)} /> : null}
    </Drawer>
  );
}
