import { type SdkEvent, type SdkEventType, type SdkRejectionCode, sdkLimits } from '#contracts/sdk/protocol.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Correction } from '#kernel/telemetry-log/log.ts';
import type { KnownSubject } from '#kernel/telemetry-log/telemetry-facts.ts';
import { componentFault, isAboutComponent } from './component-answers.ts';
import { isEvent, isKnownType, type UncheckedBatch } from './parse-batch.ts';

/** An event that is rejected, and why. */
export interface Rejection {
  index: number;
  id: string | null;
  code: SdkRejectionCode;
}

interface Candidate {
  index: number;
  event: SdkEvent & { type: SdkEventType };
  /** Ids in lower case. */
  group_id: string | undefined;
  story_id: string | undefined;
}

/** The ids of components that events name, by the ids of their stories. */
export type NamedComponents = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A batch whose shapes, types and times are validated; `ids` are those of the subjects that must exist, `components` those
 * that must be known of them.
 */
export interface ValidatedEvents {
  candidates: Candidate[];
  rejected: Rejection[];
  ids: Set<string>;
  components: NamedComponents;
}

const idOf = (value: unknown): string | null => {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' && id.length <= 64 ? id : null;
};

const aboutGroup = /^group_/;
const aboutNothing = new Set<SdkEventType>(['bar_impression']);

/** Types about a group need its id, `ivod_viewed` one of the two, all others but `bar_impression` a story's. */
const lacksSubject = ({ type, group_id, story_id }: Candidate['event']): boolean => {
  if (aboutNothing.has(type) || story_id !== undefined) return false;
  return !(aboutGroup.test(type) || type === 'ivod_viewed') || group_id === undefined;
};

const validateEvent = (sent: unknown, offset: number, now: EpochMs): Candidate['event'] | SdkRejectionCode => {
  if (!isEvent(sent)) return 'InvalidEvent';
  if (!isKnownType(sent.type)) return 'UnknownType';
  const at = sent.at + offset;
  if (at < now - sdkLimits.oldestMs || at > now + sdkLimits.aheadMs) return 'TimeOutOfRange';
  const event = sent as Candidate['event'];
  const lacksComponent = event.component_id === undefined && isAboutComponent(event.type);
  return lacksComponent || lacksSubject(event) ? 'InvalidEvent' : event;
};

/** Validates each event of a batch by itself; `now` is the server's clock in ms, by which `at` is corrected. */
export const validateEvents = (batch: UncheckedBatch, now: EpochMs): ValidatedEvents => {
  const components = new Map<string, Set<string>>();
  const validated: ValidatedEvents = { candidates: [], rejected: [], ids: new Set(), components };
  const offset = now - batch.sent_at;
  for (let index = 0; index < batch.events.length; index += 1) {
    const sent = batch.events[index];
    const verdict = validateEvent(sent, offset, now);
    if (typeof verdict === 'string') {
      validated.rejected.push({ index, id: idOf(sent), code: verdict });
      continue;
    }
    const group_id = verdict.group_id?.toLowerCase();
    const story_id = verdict.story_id?.toLowerCase();
    if (group_id !== undefined) validated.ids.add(group_id);
    if (story_id !== undefined) validated.ids.add(story_id);
    if (isAboutComponent(verdict.type)) {
      const named = components.get(story_id!) ?? new Set();
      components.set(story_id!, named.add(verdict.component_id!));
    }
    validated.candidates.push({ index, event: verdict, group_id, story_id });
  }
  return validated;
};

/** The correction of an event by what is known of its group and story (null: none), or what of it is unknown or not taken. */
const resolveSubject = (
  { event, group_id, story_id }: Candidate,
  known: ReadonlyMap<string, KnownSubject>,
): Correction | null | SdkRejectionCode => {
  if (group_id !== undefined && known.get(group_id)?.kind !== 'group') return 'UnknownGroup';
  if (story_id === undefined) return null;
  const story = known.get(story_id);
  if (story?.kind !== 'story' || (group_id !== undefined && story.group_id !== group_id)) return 'UnknownStory';
  const fault = componentFault(event, story.components);
  if (fault) return fault;
  const longest = story.watch_cap_ms ?? sdkLimits.imageWatchMs;
  const tooLong = event.watch_ms !== undefined && event.watch_ms > longest;
  if (group_id !== undefined && !tooLong) return null;
  return { group_id: story.group_id, ...(tooLong ? { watch_ms: longest } : {}) };
};

/** The accepted events of a batch as they were sent, their corrections, and the rejected ones. */
export interface ResolvedEvents {
  events: SdkEvent[];
  /** By index in `events`; null when there is nothing to correct. */
  corrections: Record<number, Correction> | null;
  /** By index in `events`, see TelemetryEnvelope; null without any story_left. */
  lengths: Record<number, number> | null;
  rejected: Rejection[];
}

/**
 * Rejects events about unknown groups, stories and components, and answers that these do not take; corrects missing groups and watch times beyond the story's length, and
 * notes that length.
 */
export const resolveSubjects = (
  { candidates, rejected }: ValidatedEvents,
  known: ReadonlyMap<string, KnownSubject>,
): ResolvedEvents => {
  const resolved: ResolvedEvents = { events: [], corrections: null, lengths: null, rejected: [...rejected] };
  for (const candidate of candidates) {
    const verdict = resolveSubject(candidate, known);
    if (typeof verdict === 'string') {
      resolved.rejected.push({ index: candidate.index, id: candidate.event.id, code: verdict });
      continue;
    }
    if (verdict) {
      resolved.corrections ??= {};
      resolved.corrections[resolved.events.length] = verdict;
    }
    if (candidate.event.type === 'story_left') {
      resolved.lengths ??= {};
      const length = known.get(candidate.story_id!)?.watch_cap_ms ?? sdkLimits.imageWatchMs;
      if (length !== sdkLimits.imageWatchMs) resolved.lengths[resolved.events.length] = length;
    }
    resolved.events.push(candidate.event);
  }
  resolved.rejected.sort((a, b) => a.index - b.index);
  return resolved;
};
