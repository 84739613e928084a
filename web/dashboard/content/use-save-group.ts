import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { ApiError, errorText } from '../api/error.ts';
import { newKey } from '../api/http.ts';
import { uploadFile } from '../api/upload.ts';
import { useToast } from '../kit/Toast.tsx';
import { coverKey, renderCover } from './cover-draft.ts';
import {
  changeBody,
  changedGroupFields,
  type FieldName,
  fieldAt,
  type GroupErrors,
  type GroupFields,
  type SentCovers,
} from './group-fields.ts';
import { type GroupSaved, storyGroupCommands } from './story-group-commands.ts';
import { refreshStoryGroups } from './story-group-queries.ts';

/** What is saved, and against what it was read. */
export interface SaveInput {
  row: StoryGroupRow | null;
  fields: GroupFields;
  before: GroupFields;
  appId: string;
  instanceId: string;
  asTest: boolean;
  /** Whether the person may publish groups: saved by others, a group waits for approval, whatever it was. */
  publish: boolean;
}

/** How a save ended: with the group's id, with messages at fields, because of another's change, or not at all. */
export type SaveResult =
  | { kind: 'saved'; groupId: string }
  | { kind: 'fields'; errors: GroupErrors }
  | { kind: 'stale' }
  | { kind: 'failed' };

type CoverName = 'icon' | 'dark_icon';
/** A picture on its way and the share of it that was sent. */
export interface Sending {
  name: CoverName;
  share: number;
}

const fileCodes = new Set([
  'UnknownMedia',
  'MediaRefused',
  'TooLarge',
  'UnsupportedMediaType',
  'QuotaReached',
  'DiskFull',
]);

/** A picture could not be sent; says which one. */
class CoverFailed extends Error {
  readonly field: CoverName;
  constructor(field: CoverName, cause: unknown) {
    super('The picture could not be sent.', { cause });
    this.field = field;
  }
}

function errorsAtFields(error: unknown, cover?: CoverName): GroupErrors {
  if (!(error instanceof ApiError)) return {};
  const errors: GroupErrors = {};
  for (const { path, message } of error.errors) {
    const field: FieldName | null = fieldAt(path);
    if (field && !errors[field]) errors[field] = message;
  }
  if (cover && fileCodes.has(error.code)) errors[cover] = error.message;
  return errors;
}

/** Sends the pictures and the fields of a group; what was sent once is not sent again by the next try. */
export function useSaveGroup() {
  const client = useQueryClient();
  const toast = useToast();
  const [saving, setSaving] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const upload = useRef<AbortController | null>(null);
  const sent = useRef(new Map<string, string>());
  const lastTry = useRef<{ body: string; key: string } | null>(null);

  const sendCover = async (name: CoverName, cover: GroupFields[CoverName]): Promise<string | undefined> => {
    if (cover.kind !== 'picked') return cover.kind === 'stored' ? cover.url : undefined;
    const key = coverKey(cover);
    const known = sent.current.get(key);
    if (known) return known;
    const controller = new AbortController();
    upload.current = controller;
    setSending({ name, share: 0 });
    try {
      const file = await renderCover(cover);
      const onProgress = (share: number) => setSending({ name, share });
      const { file: url } = await uploadFile(file, { onProgress, signal: controller.signal });
      sent.current.set(key, url);
      return url;
    } catch (error) {
      throw new CoverFailed(name, error);
    } finally {
      upload.current = null;
      setSending(null);
    }
  };

  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body);
    if (lastTry.current?.body !== text) lastTry.current = { body: text, key: newKey() };
    return lastTry.current.key;
  };

  const create = ({ fields, before, appId, instanceId, asTest }: SaveInput, covers: SentCovers) => {
    const {
      title: _t,
      icon: _i,
      ts_start: _s,
      ...more
    } = changeBody(fields, changedGroupFields(fields, before), covers);
    const body = {
      ...more,
      app_id: appId,
      instance_id: instanceId,
      title: fields.title.trim(),
      icon: covers.icon ?? '',
      ts_start: fields.ts_start ?? 0,
      ...(asTest ? { status: groupStatus.test } : { status: undefined }),
    };
    return storyGroupCommands.createStoryGroup(body, { key: keyFor(body) });
  };

  const change = async (row: StoryGroupRow, input: SaveInput, covers: SentCovers): Promise<GroupSaved | null> => {
    const { fields, before, asTest, publish } = input;
    const leavesTest = publish && row.status === groupStatus.test;
    const status = asTest ? groupStatus.test : leavesTest ? groupStatus.active : undefined;
    const body = {
      ...changeBody(fields, changedGroupFields(fields, before), covers),
      ...(status === undefined || status === row.status ? {} : { status }),
    };
    if (Object.keys(body).length === 0) return null;
    return storyGroupCommands.changeStoryGroup(row.id, body, {
      key: keyFor({ ...body, version: row.version }),
      ifMatch: row.version,
    });
  };

  const save = async (input: SaveInput): Promise<SaveResult> => {
    const { row, fields } = input;
    setSaving(true);
    try {
      const icon = await sendCover('icon', fields.icon);
      const dark_icon = await sendCover('dark_icon', fields.dark_icon);
      const covers = { icon, dark_icon };
      const saved = await (row ? change(row, input, covers) : create(input, covers));
      if (saved) await refreshStoryGroups(client);
      return { kind: 'saved', groupId: saved?.story_group_id ?? row?.id ?? '' };
    } catch (failure) {
      const error = failure instanceof CoverFailed ? failure.cause : failure;
      if (error instanceof ApiError && error.code === 'VersionConflict') return { kind: 'stale' };
      const errors = errorsAtFields(error, failure instanceof CoverFailed ? failure.field : undefined);
      if (Object.keys(errors).length > 0) return { kind: 'fields', errors };
      toast({ kind: 'error', text: errorText(error) });
      return { kind: 'failed' };
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, sending, cancelUpload: () => upload.current?.abort() };
}
