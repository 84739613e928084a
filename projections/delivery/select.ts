import { mediaPath } from '#contracts/api/media-files.ts';
import {
  deliveredCoverWidths,
  deliveredStoryWidths,
  type PictureVariant,
  variantsOf,
} from '#contracts/api/picture-sizes.ts';
import { compareVersions, versionNumbers } from '#contracts/sdk/app-version.ts';
import type { SdkGroup, SdkStories, SdkStory } from '#contracts/sdk/protocol.ts';
import { normalizeLabel } from '#contracts/story-group/labels.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { withPictures } from '#contracts/studio/media.ts';
import { deliveredConditions, type Goals, goalsAmong } from '#contracts/studio/resting.ts';
import type { DeliveryDocument, DocumentGroup, DocumentStory } from './document.ts';

/** What a request says of its viewer, for targeting. */
export interface DeliveryViewer {
  /** Null: not given, every group; empty: only groups without labels. */
  labels: readonly string[] | null;
  app_version: string | null;
  device_id: string | null;
  /** Viewer lists that contain the viewer; absent: none. */
  lists?: ReadonlySet<string>;
}

/** The groups of a document for a kind of viewer: those with the same `key` get the same answer at the same time. */
export interface Audience {
  key: string;
  groups: readonly DocumentGroup[];
}

interface TimeWindow {
  ts_start: number | null;
  ts_end: number | null;
}
/** Whether a window contains a time; its end is exclusive. */
export const isOpen = ({ ts_start, ts_end }: TimeWindow, now: number): boolean =>
  (ts_start === null || ts_start * 1000 <= now) && (ts_end === null || now < ts_end * 1000);

/** The times after `now` at which a window opens or closes. */
const boundariesAfter = ({ ts_start, ts_end }: TimeWindow, now: number): number[] =>
  [ts_start, ts_end].flatMap((edge) => (edge !== null && edge * 1000 > now ? [edge * 1000] : []));

const versionFits = ({ min_version, max_version }: DocumentGroup, version: readonly number[] | null): boolean => {
  if (min_version === null && max_version === null) return true;
  if (version === null) return false;
  const bound = (text: string) => versionNumbers(text) ?? [];
  return (
    (min_version === null || compareVersions(version, bound(min_version)) >= 0) &&
    (max_version === null || compareVersions(version, bound(max_version)) <= 0)
  );
};

const labelsFit = ({ segments }: DocumentGroup, labels: ReadonlySet<string> | null): boolean =>
  labels === null || segments.every((any) => any.some((label) => labels.has(label)));

/** Matches a document's groups with a viewer's targeting, regardless of time. */
export const matchAudience = (document: DeliveryDocument, viewer: DeliveryViewer): Audience => {
  const labels = viewer.labels && new Set(viewer.labels.map(normalizeLabel).filter(Boolean));
  const version = viewer.app_version === null ? null : versionNumbers(viewer.app_version);
  const tester = viewer.device_id !== null && document.devices.includes(viewer.device_id);
  const meant = document.groups.map(
    (group) =>
      (group.status === groupStatus.active || (tester && group.status === groupStatus.test)) &&
      versionFits(group, version) &&
      labelsFit(group, labels) &&
      (!group.viewer_list || (viewer.lists?.has(group.viewer_list.list) ?? false)),
  );
  const key = meant.map((one) => (one ? '1' : '0')).join('');
  return { key, groups: groupsOf(document, key) };
};

/** The groups of a document for an audience's key. */
export const groupsOf = ({ groups }: DeliveryDocument, key: string): DocumentGroup[] =>
  groups.filter((_, index) => key[index] === '1');

const storyVariants = (story: DocumentStory, urlOf: (key: string) => string): PictureVariant[] => {
  const film = story.mime_type.startsWith('video/');
  const picture = film ? story.thumbnail : story.media;
  if (!picture || story.mime_type === 'image/gif') return [];
  // A poster may be a picture that was uploaded for it, of any width.
  return variantsOf(urlOf(picture), deliveredStoryWidths, film ? null : (story.width ?? null));
};

const sdkStory = (story: DocumentStory, goals: Goals, urlOf: (key: string) => string): SdkStory => ({
  id: story.id,
  title: story.title,
  type: story.type,
  media: urlOf(story.media),
  thumbnail: story.thumbnail && urlOf(story.thumbnail),
  variants: storyVariants(story, urlOf),
  mime_type: story.mime_type,
  button_text: story.button_text,
  outlink: story.outlink,
  deep_link: story.deep_link,
  studio: story.studio ? withPictures(story.studio, urlOf) : null,
  conditions: story.conditions
    ? deliveredConditions({ id: story.id, studio: story.studio ?? null, conditions: story.conditions }, goals)
    : null,
  sort_order: story.sort_order,
  duration_ms: story.duration_ms,
});

/** Stories as they are delivered together: rules lead only from one of them to a later one. */
const sdkStories = (stories: DocumentStory[], urlOf: (key: string) => string): SdkStory[] => {
  const goals = goalsAmong(stories.map(({ id }) => id));
  return stories.map((story) => sdkStory(story, goals, urlOf));
};

/** A group with some of its stories in the shape of the SDK's answer; `urlOf` gives the URL of a file's key. */
export const sdkGroup = (group: DocumentGroup, stories: DocumentStory[], urlOf: (key: string) => string): SdkGroup => ({
  id: group.id,
  title: group.title,
  icon: urlOf(group.icon),
  variants: variantsOf(urlOf(group.icon), deliveredCoverWidths),
  thematic_icons:
    group.dark_icon === null
      ? null
      : { dark: urlOf(group.dark_icon), variants: variantsOf(urlOf(group.dark_icon), deliveredCoverWidths) },
  type: group.type,
  pinned: group.pinned,
  sort_order: group.sort_order,
  template: null,
  settings: { description: group.description, cta_macro: group.cta_macro },
  stories: sdkStories(stories, urlOf),
});

/** What an SDK gets to know of its app. */
export const sdkApp = (app: DeliveryDocument['app']): SdkStories['data']['app'] => ({
  title: app.title,
  is_sharable: app.is_sharable,
  app_intent: app.app_intent,
  ads: app.ads,
  ad_frequency: app.ad_frequency,
  ad_first: app.ad_first,
});

/** What an audience gets at a time, and until when (unix milliseconds) it is valid. */
export interface Selected {
  answer: SdkStories;
  until: number | null;
}

/** Selects what is open at `now` (unix milliseconds): groups in their order, without those that have no open story. */
export const selectStories = (
  app: DeliveryDocument['app'],
  { groups }: Audience,
  now: number,
  mediaUrl: string,
): Selected => {
  const urlOf = (key: string) => mediaUrl + mediaPath(key);
  const boundaries: number[] = [];
  const open: SdkGroup[] = [];
  for (const group of groups) {
    const active = group.stories.filter((story) => story.active);
    boundaries.push(...boundariesAfter(group, now), ...active.flatMap((story) => boundariesAfter(story, now)));
    if (!isOpen(group, now)) continue;
    const stories = active.filter((story) => isOpen(story, now));
    if (stories.length > 0) open.push(sdkGroup(group, stories, urlOf));
  }
  return {
    answer: {
      data: {
        app: sdkApp(app),
        groups: open,
      },
    },
    until: boundaries.length > 0 ? boundaries.reduce((least, one) => Math.min(least, one)) : null,
  };
};
