import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { hasFeature } from '#contracts/api/plans.ts';
import type { ChangeStory } from '#contracts/story-group/story-commands.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { ApiError } from '../../api/error.ts';
import { ViewCapField } from '../../content/drawer/CapField.tsx';
import { storyGroupKeys } from '../../content/story-group-queries.ts';
import { FeatureNote } from '../../gates/FeatureGate.tsx';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormDateTimeField } from '../../kit/forms/FormDateTimeField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { LeaveDialog } from '../../shell/LeaveDialog.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { useLeaveGuard } from '../../shell/use-leave-guard.ts';
import { contentWords } from '../../words/content.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { FullNote } from '../FullNote.tsx';
import { GroupGoneNote } from '../GroupGoneNote.tsx';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupRights } from '../group-rights.ts';
import css from '../uploads/UploadParts.module.css';
import { useGroupCommand } from '../use-group-command.ts';
import { MediaField } from './MediaField.tsx';
import { changedStoryFields, formOf, onTopOf, type StoryForm, storyResolver } from './story-form.ts';

/** Properties of the StoryDrawer; what is `gone` was deleted since it was opened: the story, or its group. Both are as they were before. */
export interface StoryDrawerProps {
  group: GroupDetail;
  story: StoryRow;
  gone: 'story' | 'group' | null;
  onClose: () => void;
}

const goneText = { story: t(contentWords.storyGone), group: t(contentWords.groupWasDeleted) };

/** Edits one story; refused when somebody else has changed it since it was opened. What was typed outlives a deleted story or group. */
export function StoryDrawer({ group, story, gone, onClose }: StoryDrawerProps) {
  const { account, timeZone } = useSession();
  const client = useQueryClient();
  const [opened, setOpened] = useState(story);
  const form = useSchemaForm<StoryForm>({ start: formOf(story), rules: storyResolver });
  const { control, setValue } = form;
  const typed = form.watch();
  const leadsNowhere = typed.button_text.trim() && !typed.outlink.trim() && !typed.deep_link.trim();
  const [sending, setSending] = useState(false);
  const [stale, setStale] = useState(false);
  const dirty = Object.keys(changedStoryFields(opened, typed)).length > 0;
  const { edit: canEdit, publish } = useGroupRights(group);
  const deepLinks = hasFeature(account.settings, 'deeplink');

  const guard = useLeaveGuard(dirty || sending);

  const send = useGroupCommand<{ changes: ChangeStory; version: number }>(group.id, {
    send: (product, { changes, version }, key) => product.changeStory(story.id, changes, version, key),
    said: (_, { changes }) =>
      changes.media ? t(groupWords.mediaReplaced) : t(groupWords.storySaved, { title: typed.title.trim() }),
    onRefused: async (found, error) => {
      if (error instanceof ApiError && error.code === 'VersionConflict') {
        // What somebody else made of it has to be there before anyone chooses.
        await client.invalidateQueries({ queryKey: storyGroupKeys.detail(group.id) });
        setStale(true);
        return true;
      }
      return form.refused(found.media ? { ...found, stored: found.media } : found);
    },
    // Saved is saved: whoever leaves before the page was read again is not asked.
    corrected: () => guard.release(),
    onDone: onClose,
  });
  const save = form.sending((fields) => {
    if (sending || !canEdit || gone) return;
    const changes = changedStoryFields(opened, fields);
    if (Object.keys(changes).length === 0) return onClose();
    send.run({ changes, version: opened.version });
  });
  const goOnWith = (next: StoryForm) => {
    setOpened(story);
    form.reset(next, { keepFieldsRef: true });
    setStale(false);
  };
  return (
    <>
      <Drawer
        open
        title={t(groupWords.editStory)}
        subtitle={t(groupWords.inGroup, { title: group.title })}
        onClose={onClose}
        stays={send.sending}
        onSubmit={save}
        footer={
          <>
            <Button data-push disabled={send.sending} onClick={onClose}>
              {t(groupWords.cancel)}
            </Button>
            <Button
              type="submit"
              variant="primary"
              loading={send.busy}
              disabled={sending}
              disabledReason={gone ? goneText[gone] : canEdit ? undefined : permissionText}
            >
              {t(groupWords.save)}
            </Button>
          </>
        }
      >
        {gone === 'group' ? (
          <GroupGoneNote group={group} />
        ) : gone ? (
          <FullNote>
            <p>{dirty ? t(contentWords.storyGoneTyped) : t(contentWords.storyGone)}</p>
          </FullNote>
        ) : stale ? (
          <FullNote>
            <p>{t(groupWords.conflictTitle)}</p>
            <Button size="small" onClick={() => goOnWith(formOf(story))}>
              {t(groupWords.conflictShowNew)}
            </Button>
            <Button size="small" variant="quiet" onClick={() => goOnWith(onTopOf(story, opened, typed))}>
              {t(groupWords.conflictKeepMine)}
            </Button>
          </FullNote>
        ) : null}
        <MediaField
          story={opened}
          stored={typed.stored}
          error={form.formState.errors.stored?.message}
          onBusy={setSending}
          onStored={(file) => {
            setValue('stored', file);
            form.clearErrors('stored');
          }}
        />
        <FormTextField control={control} name="title" label={t(groupWords.title)} counter={limits.storyTitle} />
        <FormTextField
          control={control}
          name="button_text"
          label={t(groupWords.swipeUpText)}
          optional
          placeholder={t(groupWords.swipeUpTextExample)}
          hint={leadsNowhere ? t(groupWords.swipeUpLinkMissing) : undefined}
          counter={limits.buttonText}
        />
        <FormTextField
          control={control}
          name="outlink"
          deps={['button_text']}
          label={t(groupWords.swipeUpLink)}
          optional
          placeholder="https://"
          inputMode="url"
        />
        {deepLinks || opened.deep_link ? (
          <FormTextField
            control={control}
            name="deep_link"
            deps={['button_text']}
            label={t(groupWords.deepLink)}
            optional
            placeholder="myapp://"
            hint={t(groupWords.deepLinkHint)}
          />
        ) : null}
        <FeatureNote feature="deeplink" />
        <div className={css.pair}>
          <FormDateTimeField
            control={control}
            name="ts_start"
            deps={['ts_end']}
            label={t(groupWords.startDate)}
            optional
            timeZone={timeZone}
            placeholder={t(groupWords.datesOfGroup)}
          />
          <FormDateTimeField
            control={control}
            name="ts_end"
            label={t(groupWords.endDate)}
            optional
            timeZone={timeZone}
            min={typed.ts_start ?? undefined}
            defaultTime={{ hour: 23, minute: 59 }}
            placeholder={t(groupWords.datesOfGroup)}
          />
        </div>
        <p className="t-caption">{t(groupWords.timeZoneNote, { timeZone: timeZone.replaceAll('_', ' ') })}</p>
        <ViewCapField control={control} name="target_cap" />
        {publish ? null : <p className="t-small">{t(groupWords.savedInactiveNote)}</p>}
      </Drawer>
      <LeaveDialog guard={guard} text={t(groupWords.leaveStoryText)} />
    </>
  );
}
