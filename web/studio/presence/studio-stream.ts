import type { DraftPlace, Present, StudioMessage, StudioPicture, TakeOver } from '#contracts/studio/presence.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { OtherChoice } from '../canvas/OthersFrames.tsx';

/** What the studio knows of the others in it; `version` is that of the group, null before the first answer. */
export interface StudioOthers {
  present: readonly Present[];
  drafts: ReadonlyMap<string, DraftPlace>;
  takeOvers: ReadonlyMap<string, TakeOver>;
  version: number | null;
}

export const nobodyElse: StudioOthers = { present: [], drafts: new Map(), takeOvers: new Map(), version: null };

/** What is known after a message of the stream. */
export function afterMessage(others: StudioOthers, [event, data]: StudioMessage): StudioOthers {
  switch (event) {
    case 'present':
      return { ...others, present: data };
    case 'draft':
      return { ...others, drafts: new Map(others.drafts).set(data.story_id, data) };
    case 'take_over': {
      const takeOvers = new Map(others.takeOvers);
      if (data.state === 'over') takeOvers.delete(data.story_id);
      else takeOvers.set(data.story_id, data);
      return { ...others, takeOvers };
    }
    case 'published':
      return { ...others, version: data.version };
  }
}

const events: ReadonlySet<string> = new Set<keyof { [Name in StudioMessage[0]]: true }>([
  'present',
  'draft',
  'take_over',
  'published',
]);

/** A message of the stream; null for what this page does not know. */
export function readMessage({ event, data }: { event: string; data: string }): StudioMessage | null {
  return events.has(event) ? ([event, JSON.parse(data)] as StudioMessage) : null;
}

/** Who writes a story, other than the person: null when nobody else does at this moment (unix seconds). */
export function otherWriter(others: StudioOthers, storyId: string, person: string, now: number): DraftPlace | null {
  const place = others.drafts.get(storyId);
  if (!place?.held_by || place.held_by === person || (place.held_until ?? 0) <= now) return null;
  return place;
}

/** The other people who are in the studio, each once. */
export const otherPeople = ({ present }: Pick<StudioPicture, 'present'> | StudioOthers, person: string): Present[] =>
  present.filter(({ user_id }) => user_id !== person);

/** The components of a story that other people have chosen. */
export const othersChoices = (others: StudioOthers, person: string, storyId: string): OtherChoice[] =>
  otherPeople(others, person).flatMap(({ user_id, name, story_id, component_id }) =>
    story_id === storyId && component_id !== null
      ? [{ user_id, name: name || t(studioWords.someone), componentId: component_id }]
      : [],
  );
