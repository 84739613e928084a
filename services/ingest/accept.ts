import { type SdkEvent, type SdkEventType, type SdkRejectionCode, sdkLimits } from '#contracts/sdk.ts';
import type { TelemetryEvent } from '#kernel/telemetry-log.ts';
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
  const { type } = sent;
  if (!isKnownType(type)) return 'UnknownType';
  const at = Math.round(sent.at + offset);
  if (at < now - sdkLimits.oldestMs || at > now + sdkLimits.aheadMs) return 'TimeOutOfRange';
  // The body is nobody else's, so its events are put right where they are rather than copied.
  sent.at = at;
  const event = sent as Candidate['event'];
  if (event.group_id !== undefined) event.group_id = event.group_id.toLowerCase();
  if (event.story_id !== undefined) event.story_id = event.story_id.toLowerCase();
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
    if (verdict.group_id !== undefined) sifted.ids.add(verdict.group_id);
    if (verdict.story_id !== undefined) sifted.ids.add(verdict.story_id);
    sifted.candidates.push({ index, event: verdict });
  }
  return sifted;
};

const judge = (
  event: Candidate['event'],
  known: ReadonlyMap<string, KnownId>,
): TelemetryEvent | 'UnknownGroup' | 'UnknownStory' => {
  const { group_id, story_id } = event;
  if (group_id !== undefined && known.get(group_id)?.kind !== 'group') return 'UnknownGroup';
  if (story_id === undefined) return event;
  const story = known.get(story_id);
  if (story?.kind !== 'story' || (group_id !== undefined && story.group_id !== group_id)) return 'UnknownStory';
  event.group_id = story.group_id;
  if (event.watch_ms !== undefined)
    event.watch_ms = Math.round(Math.min(event.watch_ms, story.watch_cap_ms ?? sdkLimits.imageWatchMs));
  return event;
};

/** Refuses events about unknown things; fills in groups and caps the time watched by what is known now. */
export const settle = (
  { candidates, rejected }: Sifted,
  known: ReadonlyMap<string, KnownId>,
): { events: TelemetryEvent[]; rejected: Rejection[] } => {
  const events: TelemetryEvent[] = [];
  const refused = [...rejected];
  for (const { index, event } of candidates) {
    const verdict = judge(event, known);
    if (typeof verdict === 'string') refused.push({ index, id: event.id, code: verdict });
    else events.push(verdict);
  }
  return { events, rejected: refused.sort((a, b) => a.index - b.index) };
};
