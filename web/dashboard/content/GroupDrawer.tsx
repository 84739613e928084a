import './drawer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppRow, InstanceRow } from '#contracts/app.ts';
import { limits } from '#contracts/limits.ts';
import type { StoryGroupRow } from '#contracts/story-group.ts';
import { errorText } from '../api/error.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { DateTimeField } from '../kit/DateTimeField.tsx';
import { Drawer } from '../kit/Drawer.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useToast } from '../kit/Toast.tsx';
import { offsetName } from '../kit/zone.ts';
import { useSession } from '../shell/session-context.tsx';
import { storeName } from '../shell/store-name.ts';
import { CoverField } from './CoverField.tsx';
import type { CoverDraft } from './cover-draft.ts';
import { Dot } from './Dot.tsx';
import { DrawerFooter } from './DrawerFooter.tsx';
import { changedFields, checkFields, fieldsOf, type GroupErrors, startOfYesterday } from './group-fields.ts';
import { StaleNote } from './StaleNote.tsx';
import { storyGroupQuery } from './story-group-queries.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useSaveGroup } from './use-save-group.ts';

/** Properties of the GroupDrawer; without a row it creates a group. */
export interface GroupDrawerProps {
  row: StoryGroupRow | null;
  app: AppRow;
  instance: InstanceRow;
  onClose: () => void;
}

const coverOf = (row: StoryGroupRow | null): CoverDraft =>
  row?.icon ? { kind: 'stored', url: row.icon } : { kind: 'none' };
const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Creates a group or edits its cover, name and dates. */
export function GroupDrawer({ row: shown, app, instance, onClose }: GroupDrawerProps) {
  const { timeZone, reloadApps } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  // What was read when the drawer opened stays the base of the changes, whatever the list learns meanwhile.
  const [row, setRow] = useState(shown);
  const [before, setBefore] = useState(() => fieldsOf(shown, nowSeconds()));
  const [fields, setFields] = useState(before);
  const [cover, setCover] = useState<CoverDraft>(() => coverOf(shown));
  const [errors, setErrors] = useState<GroupErrors>({});
  const [stale, setStale] = useState<{ asTest: boolean } | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const toFirst = useRef(false);
  const { save, saving, progress, cancelUpload } = useSaveGroup();
  const dirty = cover.kind === 'picked' || Object.keys(changedFields(fields, before)).length > 0;
  const guard = useLeaveGuard(dirty);

  const edit = (change: Partial<typeof fields>) => {
    setFields((old) => ({ ...old, ...change }));
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in change))));
  };
  const show = (next: GroupErrors) => {
    toFirst.current = true;
    setErrors(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first wrong field can take the focus once it is marked
  useEffect(() => {
    if (!toFirst.current) return;
    toFirst.current = false;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] button')?.focus();
  }, [errors]);

  const done = (groupId: string, asTest: boolean) => {
    const name = fields.title.trim();
    guard.release();
    onClose();
    if (row) return toast({ kind: 'success', text: asTest ? `${name} is a test group.` : `${name} is saved.` });
    reloadApps();
    toast({
      kind: 'success',
      text: `${name} is created.`,
      action: {
        label: 'Add stories',
        onClick: () => navigate(`/stories/${groupId}?app=${app.id}&instance=${instance.id}`),
      },
    });
  };
  const submit = async (asTest: boolean, overwrite = false) => {
    if (saving) return;
    const wrong = checkFields(fields, before, cover.kind !== 'none', { timeZone, now: nowSeconds() });
    if (Object.keys(wrong).length > 0) return show(wrong);
    setErrors({});
    const input = { row, fields, before, cover, appId: app.id, instanceId: instance.id, asTest, overwrite };
    const result = await save(input);
    if (result.kind === 'saved') return done(result.groupId, asTest);
    setStale(result.kind === 'stale' ? { asTest } : null);
    if (result.kind === 'fields') show(result.errors);
  };
  const loadNew = async () => {
    try {
      const fresh = await client.fetchQuery({ ...storyGroupQuery(row?.id ?? ''), staleTime: 0 });
      const next = fieldsOf(fresh, nowSeconds());
      setRow(fresh);
      setBefore(next);
      setFields(next);
      setCover(coverOf(fresh));
      setStale(null);
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    }
  };

  const submitLater = useRef(submit);
  submitLater.current = submit;
  const asking = guard.asking;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || asking) return;
      event.preventDefault();
      // A date that is being typed is read on the same key, so its value has to arrive first.
      setTimeout(() => submitLater.current(false));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [asking]);

  const min = startOfYesterday(timeZone, nowSeconds());
  const zoneNote = `Times are in ${timeZone} (${offsetName(timeZone, fields.ts_start ?? nowSeconds())}), the time zone of your account.`;
  return (
    <>
      <Drawer
        open
        title={row ? 'Edit Story Group Details' : 'Create New Story Group'}
        subtitle={
          <span className="content-crumbs">
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
        }
        onClose={onClose}
        onSubmit={() => submit(false)}
        footer={<DrawerFooter isNew={!row} saving={saving} onCancel={onClose} onSaveAsTest={() => submit(true)} />}
      >
        <div ref={body} className="content-form">
          {stale ? <StaleNote onLoad={loadNew} onOverwrite={() => submit(stale.asTest, true)} /> : null}
          <CoverField
            cover={cover}
            onChange={setCover}
            error={errors.icon}
            onError={(message) => setErrors(({ icon: _, ...rest }) => (message ? { ...rest, icon: message } : rest))}
            progress={progress}
            onCancelUpload={cancelUpload}
          />
          <TextField
            label="Story group name"
            value={fields.title}
            counter={limits.groupTitle}
            error={errors.title}
            autoComplete="off"
            placeholder="Autumn Edit"
            onChange={(title) => edit({ title })}
          />
          <div className="content-dates">
            <DateTimeField
              label="Start date"
              value={fields.ts_start}
              timeZone={timeZone}
              min={min}
              error={errors.ts_start}
              onChange={(ts_start) => edit({ ts_start })}
            />
            <DateTimeField
              label="End date"
              optional
              value={fields.ts_end}
              timeZone={timeZone}
              min={fields.ts_start ?? min}
              defaultTime={{ hour: 23, minute: 59 }}
              placeholder="No end"
              error={errors.ts_end}
              onChange={(ts_end) => edit({ ts_end })}
            />
            <p className="content-zone">{zoneNote}</p>
          </div>
        </div>
      </Drawer>
      <ConfirmDialog
        open={guard.asking}
        title="Leave without saving?"
        text="What you have changed here will be lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
        onClose={guard.stay}
      />
    </>
  );
}
