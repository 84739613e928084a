import type { StoredMedia } from '#contracts/api/media.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import { hourMs } from '#projections/analytics/archive/hours.ts';
import type { AppCast, DemoCast, PersonKey } from './cast.ts';
import { dayMs } from './cast.ts';
import type { DesignIdea, SketchedDesign } from './content/design.ts';
import { designsOf } from './content/designs.ts';
import type { GroupIdea, StoryIdea } from './content/group.ts';
import { keptDesign } from './kept-design.ts';
import { inOfficeHours, lastOfficeMoment } from './office.ts';
import { createSeededRandom, demoId, type SeededRandom } from './random.ts';

/** From when until when (unix milliseconds) something could be seen. */
export type Interval = readonly [from: number, until: EpochMs];

/** The design of a story: when it is published, and when it is improved, unless it is not; where its answers lead. */
export interface DesignTimeline {
  idea: DesignIdea;
  /** Pictures are named by their files. */
  sent: SketchedDesign;
  /** What viewers see of it; pictures are not told. */
  studio: Studio;
  at: EpochMs;
  improved: EpochMs | null;
  conditions: StoryConditions | null;
}

/** A story of the demo and what becomes of it. */
export interface StoryTimeline {
  id: string;
  idea: StoryIdea;
  at: EpochMs;
  /** When it is switched off, and on again or deleted. */
  off: { at: EpochMs; next: 'on' | 'deleted'; until: EpochMs } | null;
  design: DesignTimeline | null;
  media?: StoredMedia;
}

/** A group of the demo and what becomes of it, all moments in unix milliseconds. */
export interface GroupTimeline {
  id: string;
  app: AppCast;
  idea: GroupIdea;
  instance: string;
  by: PersonKey;
  at: EpochMs;
  /** When it ends by its date; null: it has none. */
  ends: number | null;
  /** When it is approved. */
  approved: number | null;
  paused: Interval | null;
  deleted: number | null;
  described: number | null;
  sorted: number | null;
  stories: StoryTimeline[];
}

const farAhead = Number.MAX_SAFE_INTEGER;

const storyLines = (
  cast: DemoCast,
  key: string,
  at: EpochMs,
  ideas: readonly StoryIdea[],
  chance: SeededRandom,
  steady: boolean,
): StoryTimeline[] => {
  const first = steady ? ideas.length : Math.max(2, Math.ceil(ideas.length * 0.6));
  const latest = lastOfficeMoment(cast.start - 2 * hourMs);
  return ideas.map((idea, index) => {
    const wanted =
      index < first
        ? at + 8 * 60_000 + index * 70_000
        : inOfficeHours(at + (index - first + 1) * (dayMs + chance.whole(-3, 5) * hourMs));
    const made = Math.min(
      wanted,
      Math.max(at + 20 * 60_000 + index * 60_000, latest - (ideas.length - index) * 90_000),
    );
    const from = made + chance.whole(30, 60) * hourMs;
    const fate = !steady && index > 1 && chance.happens(0.09) && from < latest - 30 * hourMs;
    const off = fate
      ? {
          at: inOfficeHours(from),
          next: chance.happens(0.55) ? ('deleted' as const) : ('on' as const),
          until: inOfficeHours(from + chance.whole(2, 26) * hourMs),
        }
      : null;
    return { id: demoId(`story:${key}:${index}`, made), idea, at: made, off, design: null };
  });
};

/** How long after the last story of its group a design is published, and after how long it is improved. */
const designedMs = 25 * 60_000;
const improvedMs = 1.1 * dayMs;
const noPicture = `${'0'.repeat(64)}.png`;

/** Where a design leads among the stories that there are; rules to others are left out. */
const waysAmong = (stories: readonly StoryTimeline[], { ways }: DesignIdea): StoryConditions | null => {
  if (!ways) return null;
  const target = (to: number | 'end' | undefined) =>
    to === 'end' ? to : to === undefined ? null : (stories[to]?.id ?? null);
  const rules = ways.rules.flatMap(({ component_id, values, to }) => {
    const found = target(to);
    return found === null ? [] : [{ component_id, values: [...values], to: found }];
  });
  return { rules, next: target(ways.next) };
};

/** The stories of a group with their designs, published one after the other once all stories are there. */
const withDesigns = (
  cast: DemoCast,
  stories: readonly StoryTimeline[],
  ideas: readonly DesignIdea[],
): StoryTimeline[] => {
  const last = Math.max(...stories.map(({ at }) => at));
  const latest = lastOfficeMoment(cast.start - 2 * hourMs);
  return stories.map((story, place) => {
    const idea = ideas.find((one) => one.story === place);
    if (!idea) return story;
    const at = last + designedMs + place * 150_000;
    const later = inOfficeHours(at + improvedMs) + place * 1000;
    const improved = idea.first && later < latest ? later : null;
    const sent = idea.studio((days) => toSeconds(cast.start + days * dayMs));
    const studio = keptDesign(sent, () => noPicture);
    return { ...story, design: { idea, sent, studio, at, improved, conditions: waysAmong(stories, idea) } };
  });
};

const ended = (at: EpochMs, idea: GroupIdea, cast: DemoCast, chance: SeededRandom): number | null => {
  if (idea.fate === 'ended')
    return inOfficeHours(at + (idea.title === 'Flash Friday' ? 36 : chance.whole(66, 96)) * hourMs);
  if (idea.fate !== 'runs' || !chance.happens(0.25)) return null;
  return inOfficeHours(cast.start + chance.whole(5, 20) * dayMs);
};

const groupLine = (cast: DemoCast, app: AppCast, idea: GroupIdea, most: number): GroupTimeline => {
  const key = `${app.key}:${idea.title}`;
  const chance = createSeededRandom(`group:${key}`);
  const at = cast.begin + idea.born * dayMs + 8 * hourMs + chance.whole(0, 200) * 60_000 + chance.whole(0, 59) * 1000;
  const made = idea.fate === 'waits' || idea.fate === 'approved';
  const by: PersonKey = made ? 'creator' : chance.happens(0.3) ? 'owner' : app.runs;
  const ends = ended(at, idea, cast, chance);
  const rest = cast.start - at;
  const paused: Interval | null =
    idea.fate === 'paused'
      ? [inOfficeHours(at + Math.round(rest * 0.6)), farAhead]
      : idea.fate === 'resumed'
        ? [at + 3 * dayMs, at + 5 * dayMs]
        : idea.fate === 'deleted'
          ? [at + 4 * dayMs, farAhead]
          : null;
  const designs = designsOf(app.key, idea.title);
  const steady =
    designs.length > 0 || made || idea.fate === 'test' || rest < 4 * dayMs || (ends !== null && ends < cast.start);
  return {
    id: demoId(`group:${key}`, at),
    app,
    idea,
    instance: app.places[idea.instance]!.id,
    by,
    at,
    ends,
    approved: idea.fate === 'approved' ? at + 4 * hourMs : null,
    paused,
    deleted: idea.fate === 'deleted' ? at + 6 * dayMs : null,
    described: chance.happens(0.45) ? inOfficeHours(at + chance.whole(90, 600) * 60_000) : null,
    sorted:
      chance.happens(0.3) && rest > 4 * dayMs && !made && designs.length === 0
        ? inOfficeHours(at + 2 * dayMs + chance.whole(1, 20) * hourMs)
        : null,
    stories: withDesigns(cast, storyLines(cast, key, at, idea.stories.slice(0, most), chance, steady), designs),
  };
};

/** All groups of the demo with what becomes of them. */
export const groupTimelines = (cast: DemoCast, most: number): GroupTimeline[] =>
  cast.apps.flatMap((app) => app.groups.map((idea) => groupLine(cast, app, idea, most)));

/** Whether viewers could see a group at a moment. */
export const groupIsSeen = (group: GroupTimeline, now: EpochMs): boolean => {
  if (group.idea.fate === 'test' || group.idea.fate === 'waits') return false;
  if (now < (group.approved ?? group.at)) return false;
  if (group.ends !== null && now >= group.ends) return false;
  return group.paused === null || now < group.paused[0] || now >= group.paused[1];
};

/** Whether viewers of a group could see one of its stories at a moment. */
export const storyIsSeen = ({ at, off }: StoryTimeline, now: EpochMs): boolean =>
  now >= at && (off === null || now < off.at || (off.next === 'on' && now >= off.until));
