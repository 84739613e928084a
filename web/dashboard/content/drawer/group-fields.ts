import { limits } from '#contracts/api/limits.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { isGroupActive } from '#contracts/story-group/status.ts';
import { clockIn, dayBefore, momentOf } from '../../kit/text/zone.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { type CoverDraft, coverKey } from '../cover/cover-draft.ts';
import type { GroupChange } from '../story-group-commands.ts';

type StoredList = NonNullable<StoryGroupRow['settings']['dynamic_segmentation']>;
/** The file with the viewers that a group is meant for; `path` is its address, `count` of viewer ids is not always known yet. */
export type ViewerList = Omit<StoredList, 'count'> & Partial<Pick<StoredList, 'count'>>;

/** A chosen file that is no viewer list of the group's: it is on its way, or was refused in these words. */
export interface ChosenList {
  name: string;
  /** The share of it that was sent. */
  share: number;
  refusal: string | null;
}

/** What the drawer edits; moments are unix seconds, caps and versions are as typed, '' for none. */
export interface GroupFields {
  icon: CoverDraft;
  title: string;
  ts_start: number | null;
  ts_end: number | null;
  /** An AND of ORs; a row may be empty while it is edited. */
  segments: string[][];
  target_cap: string;
  click_target_cap: string;
  min_version: string;
  max_version: string;
  viewer_list: ViewerList | null;
  dark_icon: CoverDraft;
  description: string;
}
export type FieldName = keyof GroupFields;

/** Messages by the name of the field. */
export type GroupErrors = Partial<Record<FieldName, string>>;

const stored = (url: string | null | undefined): CoverDraft => (url ? { kind: 'stored', url } : { kind: 'none' });
/** A cap as the fields show it. */
export const typedCap = (cap: number | null): string => (cap === null ? '' : String(cap));

/** The fields of a group; of a new one when there is none: no name, starting now, without an end. */
export function fieldsOf(row: StoryGroupRow | null, now: number): GroupFields {
  const settings = row?.settings;
  return {
    icon: stored(row?.icon),
    title: row?.title ?? '',
    ts_start: row ? row.ts_start : Math.floor(now / 60) * 60,
    ts_end: row?.ts_end ?? null,
    segments: row?.segments ?? [],
    target_cap: typedCap(row?.target_cap ?? null),
    click_target_cap: typedCap(row?.click_target_cap ?? null),
    min_version: settings?.app_version_targeting?.min_version ?? '',
    max_version: settings?.app_version_targeting?.max_version ?? '',
    viewer_list: settings?.dynamic_segmentation ?? null,
    dark_icon: stored(settings?.thematic_icons?.dark),
    description: settings?.description ?? '',
  };
}

/** The first moment of yesterday on the calendar of a zone. */
export function startOfYesterday(timeZone: string, now: number): number {
  const yesterday = clockIn(timeZone, dayBefore(timeZone, now));
  return momentOf(timeZone, { ...yesterday, hour: 0, minute: 0 });
}

const grouped = /^\d{1,3}([\s,.’'])\d{3}(?:\1\d{3})*$/u;

/** A cap as typed without the signs that group its digits by three; any other sign stays, so that 2.5 is not 25. */
const digitsOf = (typed: string): string => {
  const cap = typed.trim();
  return grouped.test(cap) ? cap.replaceAll(/\D/g, '') : cap;
};

/** What is wrong with a cap as typed; undefined when nothing is. */
export function capError(cap: string): string | undefined {
  const digits = digitsOf(cap);
  if (digits === '') return undefined;
  if (!/^\d+$/.test(digits) || BigInt(digits) < 1n) return t(contentWords.capInvalid);
  return BigInt(digits) > BigInt(Number.MAX_SAFE_INTEGER)
    ? t(contentWords.capTooLarge, { most: Number.MAX_SAFE_INTEGER.toLocaleString('en') })
    : undefined;
}

const plainLabel = (typed: string): string => typed.trim().normalize('NFC');

/** What is wrong with a label as typed; undefined when nothing is. */
export function labelError(label: string): string | undefined {
  if (label.includes(',')) return t(contentWords.labelHasComma);
  return [...plainLabel(label)].length > limits.label
    ? t(contentWords.labelTooLong, { label: limits.label })
    : undefined;
}

/** A row of labels while it is edited, and what is typed for the next one. */
export interface LabelTyping {
  labels: readonly string[];
  draft: string;
}

/** Takes the labels that stand before commas into the row, each once by any case; stops at one that is wrong. */
export function takeLabels({ labels, draft }: LabelTyping): LabelTyping {
  const taken = [...labels];
  const parts = draft.split(',');
  while (parts.length > 1 && taken.length < limits.labelsPerGroup && !labelError(parts[0]!)) {
    const label = plainLabel(parts.shift()!);
    if (label && !taken.some((one) => one.toLowerCase() === label.toLowerCase())) taken.push(label);
  }
  return { labels: taken, draft: parts.join(',') };
}

const coverMark = (cover: CoverDraft): string | null =>
  cover.kind === 'none' ? null : cover.kind === 'stored' ? cover.url : coverKey(cover);

/** A field as it counts: texts without the space around them, rows without empty ones; a date that cannot be read is not none. */
function plain(name: FieldName, fields: GroupFields): unknown {
  const value = fields[name];
  if (name === 'icon' || name === 'dark_icon') return coverMark(fields[name]);
  if (name === 'segments') return fields.segments.filter((row) => row.length > 0);
  if (name === 'target_cap' || name === 'click_target_cap') return digitsOf(fields[name]);
  if (name === 'ts_start' || name === 'ts_end') return String(fields[name]);
  if (name === 'viewer_list') return fields.viewer_list && [fields.viewer_list.name, fields.viewer_list.path];
  return typeof value === 'string' && name !== 'description' ? value.trim() : value;
}

/** Whether a field holds the same in both. */
export const sameField = (name: FieldName, one: GroupFields, other: GroupFields): boolean =>
  JSON.stringify(plain(name, one)) === JSON.stringify(plain(name, other));

/** The fields that differ from before. */
export function changedGroupFields(fields: GroupFields, before: GroupFields): FieldName[] {
  return (Object.keys(fields) as FieldName[]).filter((name) => !sameField(name, fields, before));
}

/** Addresses of pictures that were sent for this save. */
export interface SentCovers {
  icon?: string | undefined;
  dark_icon?: string | undefined;
}

function settingsOf(fields: GroupFields, changed: ReadonlySet<FieldName>, sent: SentCovers): GroupChange['settings'] {
  const { min_version, max_version, viewer_list } = fields;
  const version = (text: string) => text.trim() || null;
  return {
    ...(changed.has('min_version') || changed.has('max_version')
      ? { app_version_targeting: { min_version: version(min_version), max_version: version(max_version) } }
      : {}),
    ...(changed.has('dark_icon') ? { thematic_icons: sent.dark_icon ? { dark: sent.dark_icon } : null } : {}),
    ...(changed.has('viewer_list')
      ? { dynamic_segmentation: viewer_list && { name: viewer_list.name, path: viewer_list.path } }
      : {}),
    ...(changed.has('description') ? { description: fields.description } : {}),
  };
}

/** A cap as typed, as the server takes it. */
export const parseCap = (cap: string): number | null => (digitsOf(cap) === '' ? null : Number(digitsOf(cap)));

/** Whether a live group has been counted up to a cap as typed: saving it stops the group. */
export function capReached(row: Pick<StoryGroupRow, 'status'> | null, typed: string, counted: number): boolean {
  const cap = parseCap(typed) ?? 0;
  return row !== null && isGroupActive(row.status) && cap > 0 && counted >= cap;
}

/** The changed fields as the server takes them. */
export function changeBody(fields: GroupFields, names: readonly FieldName[], sent: SentCovers): GroupChange {
  const changed = new Set(names);
  const settings = settingsOf(fields, changed, sent) ?? {};
  return {
    ...(changed.has('title') ? { title: fields.title.trim() } : {}),
    ...(changed.has('icon') && sent.icon ? { icon: sent.icon } : {}),
    ...(changed.has('ts_start') && fields.ts_start !== null ? { ts_start: fields.ts_start } : {}),
    ...(changed.has('ts_end') ? { ts_end: fields.ts_end } : {}),
    ...(changed.has('segments') ? { segments: fields.segments.filter((row) => row.length > 0) } : {}),
    ...(changed.has('target_cap') ? { target_cap: parseCap(fields.target_cap) } : {}),
    ...(changed.has('click_target_cap') ? { click_target_cap: parseCap(fields.click_target_cap) } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
}

const paths: [RegExp, FieldName][] = [
  [/^(icon|title|ts_start|ts_end|target_cap|click_target_cap)$/, 'title'],
  [/^segments(\.|$)/, 'segments'],
  [/^settings\.app_version_targeting\.max_version$/, 'max_version'],
  [/^settings\.app_version_targeting/, 'min_version'],
  [/^settings\.dynamic_segmentation/, 'viewer_list'],
  [/^settings\.thematic_icons/, 'dark_icon'],
  [/^settings\.description$/, 'description'],
];

/** The field of the drawer that a path of the server's answer means; null when it is none of them. */
export function fieldAt(path: string): FieldName | null {
  const found = paths.find(([shape]) => shape.test(path));
  if (!found) return null;
  return found[1] === 'title' ? (path as FieldName) : found[1];
}
