import type { SdkEvent, SdkEventType } from '#contracts/sdk/protocol.ts';
import { answerEvents, answersTo } from '#contracts/studio/answers.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { leadsOn } from '#contracts/studio/flow.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { SeededRandom } from './random.ts';
import type { DemoVisit } from './session.ts';
import type { DesignTimeline, StoryTimeline } from './timeline.ts';

/** What viewers who are known answered so far, by viewer, story and component. */
export type Answered = Map<string, string>;

/** A viewer as far as answers go: who did not want to be known is new at each visit. */
export interface DemoViewer {
  answerTo(storyId: string, componentId: string): string | undefined;
  answer(storyId: string, componentId: string, value: string): void;
}

/** The viewer of a name, null for one who did not want to be known; remembers into `answered`. */
export const demoViewer = (name: string | null, answered: Answered): DemoViewer => {
  const known: Answered = name === null ? new Map() : answered;
  const keyOf = (storyId: string, componentId: string) => `${name} ${storyId} ${componentId}`;
  return {
    answerTo: (storyId, componentId) => known.get(keyOf(storyId, componentId)),
    answer: (storyId, componentId, value) => void known.set(keyOf(storyId, componentId), value),
  };
};

/** The design that a story had at a moment. */
export const designAt = ({ design }: StoryTimeline, now: EpochMs): DesignTimeline | null =>
  design && now >= design.at ? design : null;

/** Something that is done to a component, so many ms after the story came. */
interface Act {
  after: number;
  type: SdkEventType;
  component_id: string;
  value?: NonNullable<SdkEvent['value']>;
  /** What was answered, as it is remembered. */
  answer?: string;
}

/** When a component counts as seen, when a reaction or a rating is final after the last touch, and when it leads on; ms. */
const seenMs = 1000;
const lastTouchMs = 1000;
const leadsAfterMs = 1500;

const answering = (one: FlatComponent, later: number, { idea }: DesignTimeline, chance: SeededRandom): Act[] => {
  const known = idea.answers?.[one.component.id];
  if (!isAnswerable(one.kind) || !known || !chance.happens(known.share)) return [];
  const answer = answersTo({ ...one.component, kind: one.kind })[chance.weighed(known.weights)]!;
  const waits = one.kind === 'rating' || one.kind === 'reaction' ? lastTouchMs : 0;
  const value = one.kind === 'rating' ? Number(answer) : answer;
  return [{ after: later + waits, type: answerEvents[one.kind], component_id: one.component.id, value, answer }];
};

const touching = (one: FlatComponent, later: number, click: number, chance: SeededRandom): Act[] => {
  const { kind, component } = one;
  const act = (type: SdkEventType, after = later): Act => ({ after, type, component_id: component.id });
  if (kind === 'cta' && chance.happens(click)) return [act('story_clicked')];
  if (kind === 'product_tag' && chance.happens(click * 1.6))
    return [{ ...act('product_tag_clicked'), value: component.product_id }];
  if (kind !== 'countdown' || !component.reminder || !chance.happens(0.07)) return [];
  const set = act('countdown_reminder_set');
  return chance.happens(0.12) ? [set, act('countdown_reminder_removed', later + 1400)] : [set];
};

/** How a viewer looks at a designed story: since when (unix ms), for how many ms at least, and how willing to follow links. */
interface Look {
  about: Partial<SdkEvent>;
  start: EpochMs;
  watched: number;
  click: number;
}

/**
 * Notes what a viewer sees of a design and does to it; answers until when (ms after the start) that keeps the viewer, and
 * whether an answer leads on.
 */
export const touchDesign = (
  session: DemoVisit,
  chance: SeededRandom,
  { id, design }: StoryTimeline,
  { about, start, watched, click }: Look,
  viewer: DemoViewer,
): { until: number; leads: boolean } => {
  const acts = flatten(design!.studio).flatMap((one): Act[] => {
    const seen = one.component.start_time + seenMs;
    if (seen > watched) return [];
    const later = seen + chance.whole(300, 2600);
    const isNew = viewer.answerTo(id, one.component.id) === undefined;
    return [
      { after: seen, type: 'component_impression', component_id: one.component.id },
      ...(isNew ? answering(one, later, design!, chance) : []),
      ...touching(one, later, click, chance),
    ];
  });
  let until = watched;
  for (const { after, type, component_id, value, answer } of acts.sort((a, b) => a.after - b.after)) {
    session.now = start + after;
    session.add(type, { ...about, component_id, ...(value === undefined ? {} : { value }) });
    until = Math.max(until, after + 400);
    if (answer === undefined) continue;
    viewer.answer(id, component_id, answer);
    if (leadsOn({ id, conditions: design!.conditions }, component_id, answer))
      return { until: after + leadsAfterMs, leads: true };
  }
  return { until, leads: false };
};
