import { useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { ApiError } from '../../api/error.ts';
import { uploadFile } from '../../api/upload.ts';
import type { Said } from '../../kit/command.ts';
import { useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { coverKey, renderCover } from '../cover/cover-draft.ts';
import { storyGroupChanges } from '../story-group-queries.ts';
import {
  changeBody,
  changedGroupFields,
  type FieldName,
  fieldAt,
  type GroupErrors,
  type GroupFields,
} from './group-fields.ts';

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

/** What the drawer does with how a save ended. */
export interface SaveEnds {
  said: (groupId: string, input: SaveInput) => Said;
  /** Called as soon as it is saved, before what it changes was read again. */
  onSaved: () => void;
  onDone: (groupId: string, input: SaveInput) => void;
  /** Shows messages at fields. */
  onFields: (errors: GroupErrors) => void;
  /** Somebody else has changed the group meanwhile. */
  onStale: (input: SaveInput) => Promise<void>;
}

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

type Covers = Record<CoverName, string | undefined>;

function newGroup({ fields, before, appId, instanceId, asTest }: SaveInput, covers: Covers) {
  const { title: _t, icon: _i, ts_start: _s, ...more } = changeBody(fields, changedGroupFields(fields, before), covers);
  return {
    ...more,
    app_id: appId,
    instance_id: instanceId,
    title: fields.title.trim(),
    icon: covers.icon ?? '',
    ts_start: fields.ts_start ?? 0,
    ...(asTest ? { status: groupStatus.test } : { status: undefined }),
  };
}

function changesOf(row: StoryGroupRow, { fields, before, asTest, publish }: SaveInput, covers: Covers) {
  const leavesTest = publish && row.status === groupStatus.test;
  const status = asTest ? groupStatus.test : leavesTest ? groupStatus.active : undefined;
  return {
    ...changeBody(fields, changedGroupFields(fields, before), covers),
    ...(status === undefined || status === row.status ? {} : { status }),
  };
}

/** Sends the pictures and the fields of a group; what was sent once is not sent again by the next try. */
export function useSaveGroup(row: StoryGroupRow | null, instanceId: string, ends: SaveEnds) {
  const [sending, setSending] = useState<Sending | null>(null);
  const upload = useRef<AbortController | null>(null);
  const sent = useRef(new Map<string, string>());
  const failing = useRef<CoverName | undefined>(undefined);

  const sendCover = async (name: CoverName, cover: GroupFields[CoverName]): Promise<string | undefined> => {
    if (cover.kind !== 'picked') return cover.kind === 'stored' ? cover.url : undefined;
    const key = coverKey(cover);
    const known = sent.current.get(key);
    if (known) return known;
    const controller = new AbortController();
    upload.current = controller;
    failing.current = name;
    setSending({ name, share: 0 });
    try {
      const file = await renderCover(cover);
      const onProgress = (share: number) => setSending({ name, share });
      const { file: url } = await uploadFile(file, { onProgress, signal: controller.signal });
      sent.current.set(key, url);
      failing.current = undefined;
      return url;
    } finally {
      upload.current = null;
      setSending(null);
    }
  };

  const save = useCommand<SaveInput, string>({
    on: row?.id ?? instanceId,
    send: async (product, input, key) => {
      const { row: group, fields } = input;
      failing.current = undefined;
      const icon = await sendCover('icon', fields.icon);
      const covers = { icon, dark_icon: await sendCover('dark_icon', fields.dark_icon) };
      if (!group) return (await product.createStoryGroup(newGroup(input, covers), key)).story_group_id;
      const changes = changesOf(group, input, covers);
      if (Object.keys(changes).length > 0) await product.changeStoryGroup(group.id, changes, group.version, key);
      return group.id;
    },
    changes: storyGroupChanges,
    outdates: [appsQuery.queryKey],
    about: ({ row: group }) => (group ? [group.id] : []),
    said: ends.said,
    corrected: ends.onSaved,
    onRefused: async (_, error, input) => {
      if (error instanceof ApiError && error.code === 'VersionConflict') {
        await ends.onStale(input);
        return true;
      }
      const errors = errorsAtFields(error, failing.current);
      if (Object.keys(errors).length === 0) return false;
      ends.onFields(errors);
      return true;
    },
    onDone: ends.onDone,
  });
  return { save, sending, cancelUpload: () => upload.current?.abort() };
}
