import { type SdkEvent, type SdkEventType, type SdkRejectionCode, sdkLimits } from '#contracts/sdk.ts';
import type { Correction } from '#kernel/telemetry-log/log.ts';
import type { KnownId } from './lookup.ts';
import { type Envelope, isEvent, isKnownType } from './shape.ts';

/** An event that is not counted, and why. */
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

/** What is left to do of a batch once shapes, types and times were checked: the ids that must be known. */
export interface Sifted {
  candidates: Candidate[];
  rejected: Rejection[];
  ids: Set<string>;
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

const check = (sent: unknown, offset: number, now: number): Candidate['event'] | SdkRejectionCode => {
  if (!isEvent(sent)) return 'InvalidEvent';
  if (!isKnownType(sent.type)) return 'UnknownType';
  const at = sent.at + offset;
  if (at < now - sdkLimits.oldestMs || at > now + sdkLimits.aheadMs) return 'TimeOutOfRange';
  const event = sent as Candidate['event'];
  return lacksSubject(event) ? 'InvalidEvent' : event;
};

/** Checks each event of a batch by itself; `now` is the server's clock in ms, by which `at` is corrected. */
export const sift = (batch: Envelope, now: number): Sifted => {
  const sifted: Sifted = { candidates: [], rejected: [], ids: new Set() };
  const offset = now - batch.sent_at;
  for (let index = 0; index < batch.events.length; index += 1) {
    const sent = batch.events[index];
    const verdict = check(sent, offset, now);
    if (typeof verdict === 'string') {
      sifted.rejected.push({ index, id: idOf(sent), code: verdict });
      continue;
    }
    const group_id = verdict.group_id?.toLowerCase();
    const story_id = verdict.story_id?.toLowerCase();
    if (group_id !== undefined) sifted.ids.add(group_id);
    if (story_id !== undefined) sifted.ids.add(story_id);
    sifted.candidates.push({ index, event: verdict, group_id, story_id });
  }
  return sifted;
};

/** What is known of the two things that an event is about, or which of them is unknown. */
const judge = (
  { event, group_id, story_id }: Candidate,
  known: ReadonlyMap<string, KnownId>,
): Correction | null | 'UnknownGroup' | 'UnknownStory' => {
  if (group_id !== undefined && known.get(group_id)?.kind !== 'group') return 'UnknownGroup';
  if (story_id === undefined) return null;
  const story = known.get(story_id);
  if (story?.kind !== 'story' || (group_id !== undefined && story.group_id !== group_id)) return 'UnknownStory';
  const longest = story.watch_cap_ms ?? sdkLimits.imageWatchMs;
  const tooLong = event.watch_ms !== undefined && event.watch_ms > longest;
  if (group_id !== undefined && !tooLong) return null;
  return { group_id: story.group_id, ...(tooLong ? { watch_ms: longest } : {}) };
};

/** The events of a batch that are kept, as they were sent, with what is known better, and those that are not. */
export interface Settled {
  events: SdkEvent[];
  /** By place in `events`; null when there is nothing to correct. */
  corrections: Record<number, Correction> | null;
  rejected: Rejection[];
}

/** Refuses events about unknown things; says which groups to fill in and which times watched to cap by what is known now. */
export const settle = ({ candidates, rejected }: Sifted, known: ReadonlyMap<string, KnownId>): Settled => {
  const settled: Settled = { events: [], corrections: null, rejected: [...rejected] };
  for (const candidate of candidates) {
    const verdict = judge(candidate, known);
    if (typeof verdict === 'string') {
      settled.rejected.push({ index: candidate.index, id: candidate.event.id, code: verdict });
      continue;
    }
    if (verdict) {
      settled.corrections ??= {};
      settled.corrections[settled.events.length] = verdict;
    }
    settled.events.push(candidate.event);
  }
  settled.rejected.sort((a, b) => a.index - b.index);
  return settled;
};
