import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group.ts';
import { groupStatus } from '#contracts/story-status.ts';
import { ApiError, errorText, fieldErrors } from '../api/error.ts';
import { newKey } from '../api/http.ts';
import { uploadFile } from '../api/upload.ts';
import { useToast } from '../kit/Toast.tsx';
import { type CoverDraft, coverKey, renderCover } from './cover-draft.ts';
import { changedFields, type GroupErrors, type GroupFields } from './group-fields.ts';
import { type GroupSaved, storyGroupCommands } from './story-group-commands.ts';
import { refreshStoryGroups } from './story-group-queries.ts';

/** What is saved, and against what it was read. */
export interface SaveInput {
  row: StoryGroupRow | null;
  fields: GroupFields;
  before: GroupFields;
  cover: CoverDraft;
  appId: string;
  instanceId: string;
  asTest: boolean;
  /** Saves although somebody else has changed the group meanwhile. */
  overwrite: boolean;
}

/** How a save ended: with the group's id, with messages at fields, because of another's change, or not at all. */
export type SaveResult =
  | { kind: 'saved'; groupId: string }
  | { kind: 'fields'; errors: GroupErrors }
  | { kind: 'stale' }
  | { kind: 'failed' };

const fileCodes = new Set(['UnknownMedia', 'MediaRefused', 'TooLarge', 'UnsupportedMediaType']);
const known = ['title', 'ts_start', 'ts_end', 'icon'] as const;

function errorsAtFields(error: unknown): GroupErrors {
  const all = fieldErrors(error);
  const errors: GroupErrors = {};
  for (const name of known) if (all[name]) errors[name] = all[name];
  if (error instanceof ApiError && fileCodes.has(error.code) && !errors.icon) errors.icon = error.message;
  return errors;
}

/** Sends the cover and the fields of a group; what was sent once is not sent again by the next try. */
export function useSaveGroup() {
  const client = useQueryClient();
  const toast = useToast();
  const [saving, setSaving] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const upload = useRef<AbortController | null>(null);
  const sent = useRef<{ key: string; url: string } | null>(null);
  const lastTry = useRef<{ body: string; key: string } | null>(null);

  const sendCover = async (cover: CoverDraft): Promise<string | undefined> => {
    if (cover.kind !== 'picked') return undefined;
    const key = coverKey(cover);
    if (sent.current?.key === key) return sent.current.url;
    const controller = new AbortController();
    upload.current = controller;
    setProgress(0);
    try {
      const file = await renderCover(cover);
      const { file: url } = await uploadFile(file, { onProgress: setProgress, signal: controller.signal });
      sent.current = { key, url };
      return url;
    } finally {
      upload.current = null;
      setProgress(null);
    }
  };

  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body);
    if (lastTry.current?.body !== text) lastTry.current = { body: text, key: newKey() };
    return lastTry.current.key;
  };

  const send = async (input: SaveInput, icon: string | undefined): Promise<GroupSaved | null> => {
    const { row, fields, before, appId, instanceId, asTest, overwrite } = input;
    if (!row) {
      const body = {
        app_id: appId,
        instance_id: instanceId,
        title: fields.title.trim(),
        icon: icon ?? '',
        ts_start: fields.ts_start ?? 0,
        ...(fields.ts_end === null ? {} : { ts_end: fields.ts_end }),
        ...(asTest ? { status: groupStatus.test } : {}),
      };
      return storyGroupCommands.createStoryGroup(body, { key: keyFor(body) });
    }
    const { ts_start, ...changed } = changedFields(fields, before);
    const status = asTest ? groupStatus.test : row.status === groupStatus.test ? groupStatus.active : undefined;
    const body = {
      ...changed,
      ...(ts_start == null ? {} : { ts_start }),
      ...(icon === undefined ? {} : { icon }),
      ...(status === undefined || status === row.status ? {} : { status }),
    };
    if (Object.keys(body).length === 0) return null;
    return storyGroupCommands.changeStoryGroup(row.id, body, {
      key: keyFor({ ...body, overwrite, version: row.version }),
      ...(overwrite ? {} : { ifMatch: row.version }),
    });
  };

  const save = async (input: SaveInput): Promise<SaveResult> => {
    setSaving(true);
    try {
      const icon = await sendCover(input.cover);
      const saved = await send(input, icon);
      if (saved) await refreshStoryGroups(client);
      return { kind: 'saved', groupId: saved?.story_group_id ?? input.row?.id ?? '' };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VersionConflict') return { kind: 'stale' };
      const errors = errorsAtFields(error);
      if (Object.keys(errors).length > 0) return { kind: 'fields', errors };
      toast({ kind: 'error', text: errorText(error) });
      return { kind: 'failed' };
    } finally {
      setSaving(false);
    }
  };
  return { save, saving, progress, cancelUpload: () => upload.current?.abort() };
}
