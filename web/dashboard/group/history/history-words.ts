import { type Change, isMomentField } from '#contracts/audit/change.ts';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { dateTimeIn, exactNumber } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

const names: Record<string, string> = {
  title: t(groupWords.name),
  icon: t(groupWords.cover),
  status: t(groupWords.status),
  ts_start: t(groupWords.startDate),
  ts_end: t(groupWords.endDate),
  labels: t(groupWords.labels),
  target_cap: t(groupWords.viewCap),
  click_target_cap: t(groupWords.clickCap),
  cta_macro: t(groupWords.ctaMacro),
  description: t(groupWords.description),
  is_unpublished: t(groupWords.unpublished),
  min_version: t(groupWords.lowestAppVersion),
  max_version: t(groupWords.highestAppVersion),
  dark_icon: t(groupWords.darkCover),
  viewer_list: t(groupWords.dynamicSegmentation),
  url_scheme: t(groupWords.urlScheme),
  is_live: t(groupWords.liveInStore),
  type: t(groupWords.type),
  media: t(groupWords.media),
  thumbnail: t(groupWords.poster),
  button_text: t(groupWords.swipeUpText),
  outlink: t(groupWords.swipeUpLink),
  deep_link: t(groupWords.deepLink),
  order: t(groupWords.order),
  position: t(groupWords.place),
  pinned: t(groupWords.pinned),
  sms_otp: t(groupWords.factorForEveryone),
  authenticator: t(groupWords.authenticator),
  phone_verified: t(groupWords.phoneVerified),
  social_sign_in: t(groupWords.connectedAccounts),
  firstname: t(groupWords.firstName),
  lastname: t(groupWords.lastName),
  pending_email: t(groupWords.pendingEmail),
  failed_sign_ins: t(groupWords.failedSignIns),
};

/** A field such as 'media of “Coats”' in two: the field itself, and the story that it belongs to where one is named. */
export function partsOf(field: string): { name: string; of: string | null } {
  const at = field.indexOf(' of “');
  return at < 0 ? { name: field, of: null } : { name: field.slice(0, at), of: field.slice(at + 4) };
}

/** Whether a field is one of the thing itself; the others are called by what they belong to, such as a component. */
export const isPlainField = (field: string): boolean => Object.hasOwn(names, partsOf(field).name);

/** What a changed field is called on the screen. */
export function fieldName(field: string): string {
  const { name, of } = partsOf(field);
  if (of) return t(groupWords.storyField, { field: fieldName(name), story: of });
  return names[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
}

/** A value as it is drawn: nothing, a picture (round for covers), lines of text, or one text. */
export type Shown =
  | { kind: 'empty' }
  | { kind: 'cover' | 'picture' | 'video'; src: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'text'; text: string };

const pictures: Record<string, 'cover' | 'picture'> = {
  icon: 'cover',
  dark_icon: 'cover',
  media: 'picture',
  thumbnail: 'picture',
};

/** Pictures of a design stand under many names, all at addresses of the file store. */
const isStored = /\/media\/[0-9a-f]{64}\.[a-z0-9]{2,4}$/;

type Joining = typeof groupWords.either | typeof groupWords.both | typeof groupWords.fieldAndField;

/** Things of a list with what stands between two of them. */
export function joined(words: Joining, items: readonly unknown[]): string {
  return items.map(String).reduce((one, other) => (one ? t(words, { one, other }) : other), '');
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(', ');
  const text = String(value);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Of these the words of a switch; of the others whether it is so.
const switches = new Set(['sharable', 'ads', 'premium', 'authenticator', 'login_as']);
const stateWords = (field: string, on: boolean): string => {
  if (switches.has(field)) return on ? t(groupWords.on) : t(groupWords.off);
  return on ? t(groupWords.yes) : t(groupWords.no);
};

/** How a field's value is drawn; dates are told in the zone. `other` is what it was before, or became: nothing beside true is off. */
export function shownValue(fullField: string, value: unknown, zone: string, other?: unknown): Shown {
  const field = partsOf(fullField).name;
  if (other === true && (value === null || value === undefined))
    return { kind: 'text', text: stateWords(field, false) };
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return { kind: 'empty' };
  }
  const picture = pictures[field] ?? (isStored.test(String(value)) ? 'picture' : undefined);
  if (picture && typeof value === 'string') {
    return /\.(mp4|mov|webm)$/.test(value) ? { kind: 'video', src: value } : { kind: picture, src: value };
  }
  if (typeof value === 'number') {
    return { kind: 'text', text: isMomentField(field) ? dateTimeIn(zone, value) : exactNumber(value) };
  }
  if (typeof value === 'boolean') return { kind: 'text', text: stateWords(field, value) };
  if (field === 'labels' && Array.isArray(value)) {
    return {
      kind: 'list',
      items: value.map((row) => (Array.isArray(row) ? joined(groupWords.either, row) : String(row))),
    };
  }
  if (Array.isArray(value)) return { kind: 'list', items: value.map((one, at) => `${at + 1}. ${textOf(one)}`) };
  const words = field === 'status' || field === 'type' || field === 'position';
  return { kind: 'text', text: words || typeof value === 'object' ? textOf(value) : String(value) };
}

/** A sentence cut at its quoted names, which are told apart. */
export function splitSentence(sentence: string): { at: number; text: string; name: boolean }[] {
  let at = 0;
  return sentence
    .split(/(“[^”]*”)/)
    .filter(Boolean)
    .map((part) => {
      const name = part.startsWith('“') && part.endsWith('”');
      const piece = { at, text: name ? part.slice(1, -1) : part, name };
      at += part.length;
      return piece;
    });
}

/** A sentence without the group's name at its end, which stands above it; it may have been another one then. */
export function withoutGroupName(sentence: string): string {
  return sentence.replace(/ (of|to|in) “[^”]*”$/, '');
}

/** A sentence as a heading: with a capital and without the group's name. */
export function headline(sentence: string): string {
  const short = withoutGroupName(sentence);
  return short.charAt(0).toUpperCase() + short.slice(1);
}

function brief(field: string, value: unknown, zone: string, other?: unknown): string | null {
  const shown = shownValue(field, value, zone, other);
  if (shown.kind === 'empty') return t(groupWords.noValue);
  if (shown.kind === 'text') return shown.text;
  return shown.kind === 'list' && field === 'labels' ? joined(groupWords.both, shown.items) : null;
}

const filledNames: Record<string, string> = {
  media: t(groupWords.picture),
  button_text: t(groupWords.swipeUp),
  outlink: t(groupWords.swipeUp),
  deep_link: t(groupWords.swipeUp),
};

// The sentence has the title, and the others hold nothing that was chosen.
const unnamed = new Set(['title', 'type', 'thumbnail', 'status', 'order', 'position']);

/** What was filled when a thing was made, field by field, each once. */
function filledFields(changes: readonly Change[]): string {
  const names = changes
    .filter(({ field, to }) => !unnamed.has(field) && to !== null && to !== '' && to !== false)
    .map(({ field, to }) =>
      shownValue(field, to, 'UTC').kind === 'video' ? t(groupWords.video) : (filledNames[field] ?? fieldName(field)),
    );
  return joined(groupWords.fieldAndField, [...new Set(names)]);
}

/** The line below a headline: the first change that can be told in words, else which fields changed. */
export function summary(row: Pick<HistoryRow, 'changes' | 'action'>, zone: string): string {
  const { changes } = row;
  if (row.action === 'StoriesReordered') {
    const order = changes[0]?.to;
    return Array.isArray(order) ? t(groupWords.storyCount, { count: order.length }) : '';
  }
  if (row.action === 'DataExported') {
    // Its sentence has the rows.
    return changes
      .filter(({ field }) => field !== 'rows')
      .map(({ field, to }) =>
        t(groupWords.fieldAndValue, { field: fieldName(field), value: brief(field, to, zone) ?? '' }),
      )
      .join(' · ');
  }
  if (row.action === 'StoryAdded' || row.action === 'StoryGroupCreated') {
    return filledFields(changes);
  }
  for (const { field, from, to } of changes) {
    const [a, b] = [brief(field, from, zone, to), brief(field, to, zone, from)];
    if (a !== null && b !== null) return `${a} → ${b}`;
  }
  return joined(
    groupWords.fieldAndField,
    changes.map((change: Change) => fieldName(change.field)),
  );
}
