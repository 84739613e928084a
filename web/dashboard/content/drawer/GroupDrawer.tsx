import { useNotify } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { errorText } from '../../api/error.ts';
import { FullNote } from '../../group/FullNote.tsx';
import type { Said } from '../../kit/command.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { LeaveDialog } from '../../shell/LeaveDialog.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { storeName } from '../../shell/store-name.ts';
import { useLeaveGuard } from '../../shell/use-leave-guard.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { ConfirmLive } from '../ConfirmLive.tsx';
import { Dot } from '../Dot.tsx';
import { useKeepList } from '../use-kept-lists.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { DrawerFooter } from './DrawerFooter.tsx';
import css from './GroupDrawer.module.css';
import { GroupForm } from './GroupForm.tsx';
import { merged } from './group-merge.ts';
import { type Conflict, useConflict } from './use-conflict.ts';
import { useFreshBase } from './use-fresh-base.ts';
import { type GroupBase, useGroupForm, useSaveKey } from './use-group-form.ts';
import { type SaveInput, useSaveGroup } from './use-save-group.ts';

/** Properties of the GroupDrawer; without a row it creates a group. */
export interface GroupDrawerProps {
  row: StoryGroupRow | null;
  app: AppRow;
  instance: InstanceRow;
  /** It was deleted since it was opened: what was typed outlives it. */
  gone?: boolean;
  onClose: () => void;
  /** What is said above the form. */
  children?: ReactNode;
}

function Crumbs({ row, app, instance }: Pick<GroupDrawerProps, 'row' | 'app' | 'instance'>) {
  return (
    <span className={css.crumbs}>
      {row ? (
        <>
          <span className="truncate">{row.title}</span>
          <Dot />
        </>
      ) : null}
      <span className="truncate">
        {app.title} {storeName(app)}
      </span>
      <Dot />
      <span className="truncate">{instance.title}</span>
    </span>
  );
}

/** Creates a group, which leads on to its first stories, or edits all that is told about it; a save that met another one lets people merge both. */
export function GroupDrawer({ row: shown, app, instance, gone = false, onClose, children }: GroupDrawerProps) {
  const { timeZone, may } = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const form = useGroupForm(shown, timeZone);
  const keepList = useKeepList();
  useFreshBase(form);
  const { base, fields } = form;
  const { row } = base;
  const { conflict, open: openConflict, choose, close: closeConflict } = useConflict();
  const guard = useLeaveGuard(form.dirty);
  const isListUnderWay = form.chosenList?.refusal === null;
  const barred = gone
    ? t(contentWords.groupDeletedMeanwhile)
    : isListUnderWay
      ? t(contentWords.listUploading)
      : undefined;

  const said = (_: string, input: SaveInput): Said => {
    const name = input.fields.title.trim();
    if (input.row)
      return { text: input.asTest ? t(contentWords.testGroupSaved, { name }) : t(contentWords.groupSaved, { name }) };
    return { text: t(contentWords.groupCreated, { name }) };
  };
  const { save, sending, cancelUpload } = useSaveGroup(row, instance.id, {
    said,
    onSaved: guard.release,
    onDone: (groupId, input) => {
      const { sentList } = form;
      if (sentList?.keep && sentList.list.path === input.fields.viewer_list?.path) void keepList?.(sentList.list, true);
      if (input.row) onClose();
      // A group shows nothing before it has a story, so the upload is what comes next.
      else navigate(`/stories/${groupId}?app=${app.id}&instance=${instance.id}&create=1`, { replace: true });
    },
    onFields: (errors) => form.refused(errors),
    onStale: async (input) => {
      if (!input.row) return;
      try {
        await openConflict(input.row, input.before, input.fields, input.asTest);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      }
    },
  });
  const publish = may('storyGroup.publish', app.id);
  const [asking, setAsking] = useState<'live' | 'test' | null>(null);
  const submit = (asTest: boolean, against: GroupBase = base) => {
    if (save.busy || gone) return;
    const send = form.sending((typed) => {
      save.run({ ...against, fields: typed, appId: app.id, instanceId: instance.id, asTest, publish });
    });
    void send();
  };
  /** Asks first where a save changes who sees the group, as it is known by now. */
  const ask = (asTest: boolean, against: GroupBase = base) => {
    if (gone) return;
    const [focusRefused] = form.refusedLabels.values();
    if (focusRefused) return focusRefused();
    const status = against.row?.status;
    if (status === undefined || save.busy) return submit(asTest, against);
    if (asTest && isGroupActive(status)) return setAsking('test');
    if (!asTest && publish && status === groupStatus.test) return setAsking('live');
    return submit(asTest, against);
  };
  const settle = ({ fresh, theirs, choices, asTest }: Conflict, all: 'mine' | 'chosen') => {
    const against = { row: fresh, before: theirs };
    form.rebase(against, all === 'mine' ? fields : merged(fields, theirs, choices));
    closeConflict();
    ask(asTest, against);
  };
  useSaveKey(() => void (conflict || ask(false)), guard.asking || asking !== null);

  return (
    <>
      <Drawer
        open
        title={row ? t(contentWords.editGroupTitle) : t(contentWords.newGroupTitle)}
        subtitle={<Crumbs row={row} app={app} instance={instance} />}
        onClose={onClose}
        stays={save.sending}
        onSubmit={() => ask(false)}
        footer={
          <DrawerFooter
            isNew={!row}
            saving={save.busy}
            sending={save.sending}
            barred={barred}
            onCancel={onClose}
            onSaveAsTest={() => ask(true)}
          />
        }
      >
        <div className={css.form}>
          {children}
          {gone && !children ? (
            <FullNote>
              <p>{form.dirty ? t(contentWords.groupDeletedTyped) : t(contentWords.groupDeletedMeanwhile)}</p>
            </FullNote>
          ) : null}
          {conflict && !gone ? (
            <ConflictNote
              conflict={conflict}
              mine={fields}
              timeZone={timeZone}
              saving={save.busy}
              onChoose={choose}
              onMerge={() => settle(conflict, 'chosen')}
              onOverwrite={() => settle(conflict, 'mine')}
            />
          ) : null}
          <GroupForm form={form} sending={sending} onCancelUpload={cancelUpload} timeZone={timeZone} appId={app.id} />
        </div>
      </Drawer>
      <ConfirmLive
        titles={asking === 'live' ? [fields.title] : []}
        onClose={() => setAsking(null)}
        onConfirm={() => submit(false)}
      />
      <ConfirmDialog
        open={asking === 'test'}
        title={t(contentWords.toTestTitle)}
        text={t(contentWords.toTestText, { title: fields.title })}
        confirmLabel={t(contentWords.saveAsTestGroup)}
        danger={false}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          submit(true);
        }}
      />
      <LeaveDialog guard={guard} text={t(contentWords.leaveText)} />
    </>
  );
}
