import { createHash } from 'node:crypto';
import type { AppSettings } from '#contracts/app/events.ts';
import type { InstanceOrder } from '#contracts/instance-order/state.ts';
import type { ViewerListRef } from '#contracts/story-group/events.ts';
import { normalizeLabel } from '#contracts/story-group/labels.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { withoutHidden } from '#contracts/studio/flat.ts';
import { noLink, type StoryLink, storyLinkOf, swipeOf } from '#contracts/studio/links.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** A story as documents hold it: files by key, its own window in unix seconds. */
export interface DocumentStory {
  id: string;
  title: string;
  type: 1 | 2;
  active: boolean;
  media: string;
  thumbnail: string | null;
  mime_type: string;
  /** Of `media`, in px; absent in documents that were written before it was kept. */
  width?: number | null;
  button_text: string;
  outlink: string;
  deep_link: string;
  sort_order: number;
  duration_ms: number | null;
  /** Without hidden components, pictures by key; absent where there is none. */
  studio?: Studio;
  conditions?: StoryConditions;
  ts_start: number | null;
  ts_end: number | null;
}

/** The list of the viewers that a group is meant for: the uploaded file, and the list made of it. */
export type ViewerListKeys = Pick<ViewerListRef, 'path' | 'list'>;

/** A group as stored, before order and time are applied. */
export interface GroupDoc {
  id: string;
  title: string;
  icon: string;
  dark_icon: string | null;
  type: string;
  status: number;
  is_unpublished: boolean;
  ts_start: number;
  ts_end: number | null;
  /** An AND of ORs of normalised labels. */
  segments: string[][];
  min_version: string | null;
  max_version: string | null;
  /** Absent: everybody. */
  viewer_list?: ViewerListKeys;
  description: string;
  cta_macro: string | null;
  stories: DocumentStory[];
}

export interface DocumentGroup extends GroupDoc {
  pinned: boolean;
  sort_order: number;
}

/** Everything that an instance's SDKs can get until the next event: time and the request select from it. */
export interface DeliveryDocument {
  app: { title: string } & AppSettings;
  /** Ids of the account's test devices. */
  devices: string[];
  groups: DocumentGroup[];
}

const listOf = (list: ViewerListRef | null): { viewer_list?: ViewerListKeys } =>
  list ? { viewer_list: { path: list.path, list: list.list } } : {};

/** The link that viewers get: none where the design hides its swipe. */
const linkOf = (story: StoryState): StoryLink =>
  story.studio && swipeOf(story.studio)?.hidden ? noLink : storyLinkOf(story);

/** How long a story is shown, in ms: as its design says, or a video for its own length; null: as long as usual. */
export const lengthOf = (
  type: StoryState['type'],
  studio: Studio | null,
  file: { duration_ms: number | null },
): number | null => (type === 1 ? studio?.duration_ms : null) ?? file.duration_ms;

/** The part of a group's state that delivery is made from; null for an archived group. */
export const toGroupDoc = (state: StoryGroupState): GroupDoc | null => {
  if (!state.exists || state.status === groupStatus.archived) return null;
  const { settings } = state;
  return {
    id: state.id,
    title: state.title,
    icon: state.icon,
    dark_icon: settings.thematic_icons?.dark ?? null,
    type: state.type,
    status: state.status,
    is_unpublished: settings.is_unpublished,
    ts_start: state.ts_start,
    ts_end: state.ts_end,
    segments: state.segments.map((labels) => labels.map(normalizeLabel)),
    min_version: settings.app_version_targeting?.min_version ?? null,
    max_version: settings.app_version_targeting?.max_version ?? null,
    ...listOf(settings.dynamic_segmentation ?? null),
    description: settings.description,
    cta_macro: state.cta_macro,
    stories: livingStories(state).map((story, index) => ({
      id: story.id,
      title: story.title,
      type: story.type,
      active: story.status === storyStatus.active,
      media: story.media.key,
      thumbnail: story.thumbnail ?? story.media.thumbnail,
      mime_type: story.media.mime_type,
      width: story.media.width,
      ...linkOf(story),
      sort_order: index,
      duration_ms: lengthOf(story.type, story.studio, story.media),
      ...(story.studio && { studio: withoutHidden(story.studio) }),
      ...(story.conditions && { conditions: story.conditions }),
      ts_start: story.ts_start,
      ts_end: story.ts_end,
    })),
  };
};

const deliverable = new Set<number>([groupStatus.active, groupStatus.test]);

/**
 * Builds an instance's document: deliverable groups in order, with their position among all that are not archived.
 */
export const buildDocument = (
  app: { title: string } & AppSettings,
  devices: readonly string[],
  order: InstanceOrder,
  docs: ReadonlyMap<string, GroupDoc>,
): DeliveryDocument => {
  const ordered = [...order.pinned, ...order.unpinned].flatMap((id) => docs.get(id) ?? []);
  const pinned = new Set(order.pinned);
  const groups = ordered.map((doc, index) => ({ ...doc, pinned: pinned.has(doc.id), sort_order: index }));
  return {
    app,
    devices: [...devices].sort(),
    groups: groups.filter((group) => deliverable.has(group.status) && !group.is_unpublished),
  };
};

/** The revision of a document: a hash of its text. */
export const revisionOf = (documentText: string): string => createHash('sha256').update(documentText).digest('hex');
