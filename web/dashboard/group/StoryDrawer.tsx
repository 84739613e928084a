import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { hasFeature } from '#contracts/api/plans.ts';
import type { ChangeStory } from '#contracts/story-group/story-commands.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { ApiError } from '../api/error.ts';
import { ViewCapField } from '../content/CapField.tsx';
import { storyGroupKeys } from '../content/story-group-queries.ts';
import { useLeaveGuard } from '../content/use-leave-guard.ts';
import { FeatureNote } from '../gates/FeatureGate.tsx';
import { Button } from '../kit/Button.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { DateTimeField } from '../kit/DateTimeField.tsx';
import { Drawer } from '../kit/Drawer.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useFirstWrong } from '../kit/use-first-wrong.ts';
import { permissionText } from '../shell/permission-text.ts';
import { useSession } from '../shell/session-context.tsx';
import { FullNote } from './FullNote.tsx';
import type { GroupDetail } from './group-queries.ts';
import { useGroupRights } from './group-rights.ts';
import { MediaField } from './MediaField.tsx';
import { changedStoryFields, formOf, formProblems, onTopOf, type StoryForm } from './story-form.ts';
import css from './UploadParts.module.css';
import { useGroupCommand } from './use-group-command.ts';

/** Edits one story; refused when somebody else has changed it since it was opened. */
export function StoryDrawer({ group, story, onClose }: { group: GroupDetail; story: StoryRow; onClose: () => void }) {
  const { account, timeZone } = useSession();
  const client = useQueryClient();
  const [opened, setOpened] = useState(story);
  const [form, setForm] = useState<StoryForm>(() => formOf(story));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { body, toFirst } = useFirstWrong(errors);
  const [sending, setSending] = useState(false);
  const [stale, setStale] = useState(false);
  const change = <Name extends keyof StoryForm>(name: Name, value: StoryForm[Name]) => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  };
  const changes = changedStoryFields(opened, form);
  const dirty = Object.keys(changes).length > 0;
  const { edit: canEdit, publish } = useGroupRights(group);
  const deepLinks = hasFeature(account.settings, 'deeplink');

  const guard = useLeaveGuard(dirty || sending);

  const showErrors = (found: Record<string, string>) => {
    toFirst();
    setErrors(found);
  };

  const send = useGroupCommand<{ changes: ChangeStory; version: number }>(group.id, {
    send: (product, { changes, version }, key) => product.changeStory(story.id, changes, version, key),
    said: (_, { changes }) => (changes.media ? 'Stories replaced successfully.' : `${form.title.trim()} is saved.`),
    onRefused: async (error, found) => {
      if (error instanceof ApiError && error.code === 'VersionConflict') {
        // What somebody else made of it has to be there before anyone chooses.
        await client.invalidateQueries({ queryKey: storyGroupKeys.detail(group.id) });
        setStale(true);
        return true;
      }
      showErrors(found.media ? { ...found, stored: found.media } : found);
      return Object.keys(found).length > 0;
    },
    onDone: () => {
      guard.release();
      onClose();
    },
  });
  const save = () => {
    const wrong = formProblems(form);
    showErrors(wrong);
    if (Object.keys(wrong).length > 0 || sending || !canEdit) return;
    if (!dirty) return onClose();
    send.run({ changes, version: opened.version });
  };
  const goOnWith = (next: StoryForm) => {
    setOpened(story);
    setForm(next);
    setStale(false);
    setErrors({});
  };
  const text = (name: 'title' | 'button_text' | 'outlink' | 'deep_link') => ({
    value: form[name],
    error: errors[name],
    onChange: (value: string) => change(name, value),
  });
  return (
    <>
      <Drawer
        open
        title="Edit Story"
        subtitle={`In ${group.title}`}
        onClose={onClose}
        onSubmit={save}
        footer={
          <>
            <Button data-push onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              loading={send.busy}
              disabled={sending}
              disabledReason={canEdit ? undefined : permissionText}
            >
              Save
            </Button>
          </>
        }
      >
        {stale ? (
          <FullNote>
            <p>This was changed by someone else since you opened it.</p>
            <Button size="small" onClick={() => goOnWith(formOf(story))}>
              Show the new version
            </Button>
            <Button size="small" variant="quiet" onClick={() => goOnWith(onTopOf(story, opened, form))}>
              Keep my changes
            </Button>
          </FullNote>
        ) : null}
        <div ref={body} className={css.fields}>
          <MediaField
            story={opened}
            stored={form.stored}
            error={errors.stored}
            onBusy={setSending}
            onStored={(file) => change('stored', file)}
          />
          <TextField label="Title" counter={limits.storyTitle} {...text('title')} />
          <TextField
            label="Swipe-up text"
            optional
            placeholder="Shop now"
            counter={limits.buttonText}
            {...text('button_text')}
          />
          <TextField label="Swipe-up link" optional placeholder="https://" inputMode="url" {...text('outlink')} />
          {deepLinks || opened.deep_link ? (
            <TextField
              label="Deep link"
              optional
              placeholder="myapp://"
              hint="Opens a place in your app."
              {...text('deep_link')}
            />
          ) : null}
          <FeatureNote feature="deeplink" />
          <div className={css.pair}>
            <DateTimeField
              label="Start date"
              optional
              timeZone={timeZone}
              value={form.ts_start}
              error={errors.ts_start}
              placeholder="With the group"
              onChange={(value) => change('ts_start', value)}
            />
            <DateTimeField
              label="End date"
              optional
              timeZone={timeZone}
              value={form.ts_end}
              min={form.ts_start ?? undefined}
              error={errors.ts_end}
              defaultTime={{ hour: 23, minute: 59 }}
              placeholder="With the group"
              onChange={(value) => change('ts_end', value)}
            />
          </div>
          <p className="t-caption">Times in {timeZone.replaceAll('_', ' ')}</p>
          <ViewCapField
            value={form.target_cap}
            error={errors.target_cap}
            onChange={(value) => change('target_cap', value)}
          />
        </div>
        {publish ? null : <p className="t-small">What you change is saved as inactive. An owner activates it.</p>}
      </Drawer>
      <ConfirmDialog
        open={guard.asking}
        title="Leave without saving?"
        text="What you changed in this story is lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
        onClose={guard.stay}
      />
    </>
  );
}
