import './uploads.css';
import { ImagePlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { imageTypes, videoTypes } from '#contracts/media.ts';
import { storyLimit } from '#contracts/plans.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Drawer } from '../kit/Drawer.tsx';
import { plural } from '../kit/format.ts';
import { useSession } from '../shell/session-context.tsx';
import type { GroupDetail } from './group-queries.ts';
import { UploadRow } from './UploadRow.tsx';
import { tooMany, wordProblems } from './upload-checks.ts';
import { uploads, useUploads } from './uploads.ts';

const accept = Object.fromEntries([...imageTypes, ...videoTypes].map((type) => [type, []]));

/** Several new stories at once: files are dropped or chosen, named, and added together. */
export function CreateStories({ group, open, onClose }: { group: GroupDetail; open: boolean; onClose: () => void }) {
  const { account, apps, may } = useSession();
  const batch = useUploads().find((one) => one.groupId === group.id);
  const [active, setActive] = useState(true);
  const [tried, setTried] = useState(false);
  const list = batch?.uploads ?? [];
  const usable = list.filter((one) => one.state !== 'failed');
  const canPublish = may('storyGroup.publish', group.app_id);
  const app = apps.find((one) => one.id === group.app_id);
  const limit = storyLimit(account.settings);
  const overPlan = limit >= 0 && (app?.total_story_count ?? 0) + usable.length > limit;
  const full =
    tooMany(group.stories.length, usable.length) ??
    (overPlan ? `Your plan includes ${plural(limit, 'story', 'stories')} per app. Remove some to go on.` : null);
  const waiting = usable.some((one) => one.state !== 'done');
  const path = `/stories/${group.id}?app=${group.app_id}&instance=${group.instance_id}&create=1`;
  const {
    getRootProps,
    getInputProps,
    isDragActive,
    open: choose,
  } = useDropzone({
    accept,
    noClick: true,
    noKeyboard: true,
    // Refused files are listed with their reason like all others.
    onDrop: (files, refused) => {
      setTried(false);
      uploads.add({ id: group.id, title: group.title, path }, [...files, ...refused.map((one) => one.file)]);
    },
  });
  const problems = new Map(usable.map((one) => [one.id, wordProblems(one)]));
  const submit = () => {
    setTried(true);
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
          <Button className="sr-push" onClick={onClose}>
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
      <div {...getRootProps({ className: 'upload-drop', role: undefined })} data-active={isDragActive || undefined}>
        <input {...getInputProps({ 'aria-label': 'Pictures and videos' })} />
        <ImagePlus size={24} aria-hidden />
        <p className="t-card">Drop pictures and videos here</p>
        <p className="t-small">Several at once. 9:16 looks best.</p>
        <Button size="small" onClick={choose}>
          Choose files
        </Button>
        <p className="t-caption">JPEG, PNG, WebP or GIF up to 20 MB, MP4, MOV or WebM up to 500 MB</p>
      </div>
      {full ? (
        <p className="upload-full" role="alert">
          {full}
        </p>
      ) : null}
      {list.length ? (
        <ul className="upload-list">
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} errors={tried ? (problems.get(upload.id) ?? {}) : {}} />
          ))}
        </ul>
      ) : null}
      {usable.length ? (
        <div className="upload-end">
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
    </Drawer>
  );
}
