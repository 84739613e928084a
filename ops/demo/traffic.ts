import type { SdkBatch } from '#contracts/sdk/protocol.ts';
import { nextPlace } from '#contracts/studio/flow.ts';
import { usualImageMs } from '#contracts/studio/kinds.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Answered, type DemoViewer, demoViewer, designAt, touchDesign } from './answering.ts';
import { type AppCast, type DemoCast, dayMs, shownDays, viewerWord } from './cast.ts';
import { createSeededRandom, demoId, type SeededRandom } from './random.ts';
import { createSession, type DemoVisit } from './session.ts';
import { type GroupTimeline, groupIsSeen, type StoryTimeline, storyIsSeen } from './timeline.ts';

/** A batch as an SDK would have sent it: to which instance, what, and when it arrived (unix milliseconds). */
export interface DemoBatch {
  token: string;
  instance: string;
  at: EpochMs;
  batch: SdkBatch;
}

/**
 * Sessions of an app on a usual day before it grew, and how it is used: by hour of the day and day of the week, Sunday
 * first.
 */
const habits = {
  shop: {
    sessions: 474,
    opens: 0.66,
    hours: [2, 1, 1, 0, 0, 1, 3, 5, 6, 6, 6, 7, 9, 8, 6, 6, 7, 9, 12, 15, 16, 14, 9, 4],
    week: [1.3, 0.85, 0.85, 0.9, 1, 1.25, 1.35],
    click: 0.055,
    watch: 0.42,
  },
  news: {
    sessions: 552,
    opens: 0.6,
    hours: [1, 1, 0, 0, 1, 4, 12, 18, 16, 10, 7, 6, 9, 8, 6, 5, 6, 9, 11, 10, 8, 6, 4, 2],
    week: [0.7, 1.15, 1.1, 1.1, 1.1, 1, 0.75],
    click: 0.034,
    watch: 0.3,
  },
  game: {
    sessions: 420,
    opens: 0.72,
    hours: [5, 3, 1, 1, 0, 1, 2, 4, 4, 3, 4, 5, 7, 7, 5, 7, 9, 10, 11, 13, 16, 18, 15, 9],
    week: [1.3, 0.85, 0.85, 0.9, 0.95, 1.2, 1.35],
    click: 0.075,
    watch: 0.52,
  },
} as const;
/** Viewers that an app had before the shown days, for each session of a day, and how many of a day's are new to it. */
const knownPerSession = 2.6;
const newShare = 0.16;
const largestBatch = 45;
/** Covers of a bar that everybody sees, and how many more are seen by who scrolls farthest. */
const coversInView = 2;
const coversScrolled = 6;

const freshness = (group: GroupTimeline, now: EpochMs): number =>
  0.45 + 1.6 * Math.exp(-(now - group.at) / (4 * dayMs));

/**
 * The app's version that a viewer has on a day: new ones come on the 8th and 20th shown day, and spread over a week.
 */
const versionOn = (app: AppCast, day: number, eager: number): string => {
  const lag = eager * 7;
  return app.versions[day > 20 + lag ? 2 : day > 8 + lag ? 1 : 0];
};

const lengthOf = (story: StoryTimeline, now: EpochMs): number => {
  if (story.idea.film) return 6000;
  const design = designAt(story, now);
  return design ? (design.studio.duration_ms ?? usualImageMs) : 5000;
};

/** One story seen by a viewer; answers whether the viewer goes on to the next. */
const watchStory = (
  session: DemoVisit,
  chance: SeededRandom,
  group: GroupTimeline,
  story: StoryTimeline,
  position: number,
  habit: { click: number; watch: number },
  viewer: DemoViewer,
): boolean => {
  const about = { group_id: group.id, story_id: story.id, position };
  const liked = Math.min(1.35, 0.6 + group.idea.pull * 0.4);
  const length = lengthOf(story, session.now);
  if (chance.happens(0.03)) {
    session.now += chance.whole(250, 800);
    session.add('story_skipped', about);
    return true;
  }
  const start = session.now;
  const full = chance.happens(habit.watch * liked);
  const watched = full ? length : chance.whole(1300, length - 300);
  session.now += story.idea.film ? Math.min(2000, watched) : 1000;
  session.add('story_impression', { ...about, mode: position === 0 ? 'manual' : 'auto' });
  const click = habit.click * liked * liked;
  const touched = designAt(story, start)
    ? touchDesign(session, chance, story, { about, start, watched, click }, viewer)
    : { until: watched, leads: false };
  if (designAt(story, start)) session.now = Math.max(session.now, start + touched.until);
  else {
    session.now += Math.max(200, watched - 1000);
    if (story.idea.link && chance.happens(click)) session.add('story_clicked', about);
  }
  if (chance.happens(0.008 * liked)) session.add('story_shared', about);
  const stays = touched.leads || chance.happens(0.8 + 0.08 * liked);
  if (full && !touched.leads) session.add('story_completed', about);
  else if (stays && !touched.leads)
    session.add(chance.happens(0.05) && position > 0 ? 'story_previous' : 'story_next', about);
  session.add('story_left', { ...about, watch_ms: touched.until });
  return stays;
};

const openGroup = (
  session: DemoVisit,
  chance: SeededRandom,
  group: GroupTimeline,
  habit: { click: number; watch: number },
  viewer: DemoViewer,
): void => {
  const stories = group.stories.filter((story) => storyIsSeen(story, session.now));
  if (stories.length === 0) return;
  session.now += chance.whole(600, 4000);
  session.add('group_opened', { group_id: group.id });
  const ways = stories.map(({ id, design }) => ({
    id,
    conditions: design && session.now >= design.at ? design.conditions : null,
  }));
  let position = 0;
  let last = stories[0]!;
  let goesOn = true;
  while (goesOn && position < stories.length) {
    last = stories[position]!;
    goesOn = watchStory(session, chance, group, last, position, habit, viewer);
    position = nextPlace(ways, position, (component) => viewer.answerTo(last.id, component));
  }
  session.now += 120;
  if (goesOn) session.add('group_completed', { group_id: group.id });
  else session.add('group_closed', { group_id: group.id, story_id: last.id });
};

const chosen = (chance: SeededRandom, seen: GroupTimeline[], now: EpochMs): GroupTimeline => {
  const weights = seen.map(
    (group) => group.idea.pull ** 1.4 * freshness(group, now) * (group.idea.fate === 'pinned' ? 1.3 : 1),
  );
  return seen[chance.weighed(weights)]!;
};

/** A viewer's look at the bar: some of its first covers count, and later each that is shown, once. */
const lookAtBar = (session: DemoVisit, groups: readonly GroupTimeline[], key: string) => {
  const shown = new Set<GroupTimeline>();
  const show = (group: GroupTimeline): void => {
    if (shown.has(group)) return;
    shown.add(group);
    session.add('bar_impression', { group_id: group.id, position: groups.indexOf(group) });
  };
  session.now += 1000;
  // Most do not scroll far.
  const scrolled = Math.floor(createSeededRandom(`covers:${key}`).next() ** 2 * coversScrolled);
  for (const group of groups.slice(0, coversInView + scrolled)) show(group);
  return { show };
};

const viewerOf = (chance: SeededRandom, day: number, place: number, sessions: number): number => {
  const known = Math.round(sessions * knownPerSession);
  const joined = Math.round(sessions * newShare * day);
  if (chance.happens(newShare)) return known + joined + place;
  // Squared: some come nearly every day, most now and then.
  return Math.floor(chance.next() ** 2 * (known + joined));
};

/** One of 24 viewers does not want to be known. */
const hasConsent = (viewer: number): boolean => viewer % 24 !== 7;

const batchesOf = (
  cast: DemoCast,
  app: AppCast,
  session: DemoVisit,
  key: string,
  chance: SeededRandom,
  day: number,
  viewer: number,
  place: AppCast['places'][number],
): DemoBatch[] => {
  const consent = hasConsent(viewer);
  const word = viewerWord(app.key, viewer);
  const eager = Number.parseInt(word.slice(0, 2), 16) / 256;
  const sent: DemoBatch[] = [];
  for (let from = 0; from < session.events.length; from += largestBatch) {
    const events = session.events.slice(from, from + largestBatch);
    const last = events.at(-1)!.at;
    if (last > cast.start - 60_000) break;
    const batch: SdkBatch = {
      batch_id: demoId(`batch:${key}:${from}`, last),
      sent_at: last + chance.whole(40, 900),
      ...(consent ? { viewer_id: word, session_id: `${word}-${key}` } : {}),
      platform: app.platform,
      sdk_version: app.sdk,
      app_version: versionOn(app, day, eager),
      consent,
      events,
    };
    sent.push({ token: place.token, instance: place.id, at: batch.sent_at + chance.whole(30, 250), batch });
  }
  return sent;
};

const sessionsOn = (cast: DemoCast, app: AppCast, day: number, share: number): number => {
  const habit = habits[app.key];
  const growth = 0.78 + (0.5 * day) / shownDays;
  const week = habit.week[new Date(cast.begin + day * dayMs).getUTCDay()]!;
  const weather = 0.93 + createSeededRandom(`day:${app.key}:${day}`).next() * 0.14;
  return Math.max(1, Math.round(habit.sessions * growth * week * weather * share));
};

/**
 * What the viewers of an app sent on one of the shown days (0 to 30, the last one as far as it had gone), oldest first.
 * `answered` is what they answered on the days before, and gains what they answer on this one.
 */
export const trafficOn = (
  cast: DemoCast,
  app: AppCast,
  groups: readonly GroupTimeline[],
  day: number,
  share: number,
  answered: Answered,
): DemoBatch[] => {
  const habit = habits[app.key];
  const sent: DemoBatch[] = [];
  const sessions = sessionsOn(cast, app, day, share);
  for (let at = 0; at < sessions; at += 1) {
    const key = `${app.key}:${day}:${at}`;
    const chance = createSeededRandom(`session:${key}`);
    const start = cast.begin + day * dayMs + chance.weighed(habit.hours) * 3_600_000 + chance.whole(0, 3_599_999);
    const viewer = viewerOf(chance, day, at, Math.max(1, habit.sessions * share));
    const place = app.places[chance.weighed([0.72, 0.18, 0.1])]!;
    const seen = groups.filter((group) => group.instance === place.id && groupIsSeen(group, start));
    if (seen.length === 0) continue;
    const session = createSession(key, start);
    session.add('bar_impression');
    // The newest group stands first.
    const covers = lookAtBar(session, [...seen].reverse(), key);
    const looking = demoViewer(hasConsent(viewer) ? `${app.key} ${viewer}` : null, answered);
    let opens = habit.opens;
    while (chance.happens(opens)) {
      const group = chosen(chance, seen, session.now);
      covers.show(group);
      openGroup(session, chance, group, habit, looking);
      opens *= 0.62;
    }
    sent.push(...batchesOf(cast, app, session, key, chance, day, viewer, place));
  }
  return sent.sort((a, b) => a.at - b.at);
};
