import { type Answers, wayFrom } from './answers.ts';
import type { Results } from './api.ts';
import { wireControls } from './controls.ts';
import { fillRing } from './cover.ts';
import type { DesignLoader, Designs } from './designs.ts';
import { createFrame, type Frame, relabel } from './frame.ts';
import { storyLink } from './link.ts';
import type { Group, Mode, Story } from './protocol.ts';
import type { Seen } from './seen.ts';
import { createStage } from './stage.ts';
import type { Tracker } from './tracker.ts';
import { positionLabel, type Words } from './words.ts';

/** What the viewer needs from the element around it; `emit` answers false when the page prevented the default. */
export type ViewerHost = {
  root: ShadowRoot;
  groups: Group[];
  words: Words;
  locale: string;
  rtl: boolean;
  contained: boolean;
  designs: DesignLoader;
  answers: Answers;
  results(storyId: string): Promise<Results | null>;
  seen: Seen;
  tracker: Tracker;
  sound: { muted: boolean };
  emit(name: string, detail: Record<string, unknown>, cancelable?: boolean): boolean;
  closed(opener: Group): void;
};

/** An open viewer. */
export type OpenViewer = { close(mode?: Mode): void };

function describeLink({ link, linkText }: Frame, story: Story, words: Words): void {
  const target = storyLink(story);
  link.hidden = !target;
  if (!target) return;
  const text = story.button_text?.trim() || words.more;
  link.href = target.url;
  link.target = target.newTab ? '_blank' : '_self';
  link.rel = 'noopener';
  link.setAttribute('aria-label', target.newTab ? `${text}, ${words.newTab}` : text);
  linkText.textContent = text;
}

function describeGroup(frame: Frame, group: Group, words: Words): void {
  const title = group.title?.trim() || words.stories;
  frame.title.textContent = title;
  frame.dialog.setAttribute('aria-label', title);
  fillRing(frame.ring, group);
}

/** The component that leads out of a story by a swipe. */
const swipeOf = ({ studio }: Story) => studio?.ctaData.find(({ type }) => type === 'swipe');

function slide({ stage }: Frame, from: string): void {
  stage.classList.remove('moved');
  stage.style.setProperty('--from', from);
  void stage.offsetWidth; // restarts the animation
  stage.classList.add('moved');
}

/**
 * Opens the viewer at a group and plays from its first unseen story. Under reduced motion it still goes on by itself,
 * at the same times and with a pause button, but by hard cuts and with segments that fill at once.
 */
export function openViewer(host: ViewerHost, opened: number): OpenViewer {
  const { groups, words, rtl, tracker, answers, seen, sound } = host;
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const still = () => motion.matches;
  const frame = createFrame(words, rtl, host.contained, still);
  const opener = groups[opened]!;
  let groupIndex = opened;
  let storyIndex = 0;
  /** The places of the stories that led to this one. */
  let trail: number[] = [];
  let designs: Designs | null = null;
  let paused = false;
  let held = false;
  let due = false;
  let waits = false;
  let ready = false;
  let visible = true;
  let done = false;
  let beat = 0;

  const group = () => groups[groupIndex]!;
  const story = () => group().stories[storyIndex]!;
  const way = () => wayFrom(group(), storyIndex, answers);
  const inFront = () => visible && !document.hidden;
  const detail = () => ({ group_id: group().id, story_id: story().id });

  const stage = createStage(frame, words, {
    ready(lengthMs) {
      ready = true;
      tracker.ready(lengthMs);
      seen.add(story());
      settle();
      preload();
    },
    ended() {
      designs?.settle();
      tracker.complete(way().length === 1);
      step(1, 'auto');
    },
    silenced: () => setMuted(true),
    blocked: () => setPaused(true),
  });

  function settle(): void {
    if (done) return;
    stage.play(inFront() && !paused && !held && !waits);
    tracker.foreground(inFront());
    if (due) goOn();
  }

  function setPaused(on: boolean): void {
    if (paused === on) return;
    paused = on;
    relabel(frame.pause, on ? words.play : words.pause, on ? 'play' : 'pause');
    if (on) tracker.pause();
    else tracker.resume();
    settle();
  }

  function setMuted(on: boolean): void {
    sound.muted = on;
    stage.mute(on);
    relabel(frame.mute, on ? words.unmute : words.mute, on ? 'muted' : 'sound');
  }

  /** Segments for the way taken and the usual rest of it. */
  function countSegments(): number {
    const count = trail.length + way().length;
    frame.progress.reset(count);
    return count;
  }

  function preload(): void {
    const after = groups[groupIndex + 1];
    stage.preload(group().stories[way()[1] ?? -1] ?? after?.stories[seen.start(after)]);
  }

  /** An answer leads on, as soon as no finger is on the story and the page is in front. */
  function goOn(): void {
    if (done) return;
    due = held || !inFront();
    if (due) return;
    if (way().length === 1) tracker.finish();
    step(1, 'auto');
  }

  /** Draws the story's design over its medium; one that cannot be drawn yet comes later, or leaves the medium alone. */
  function drawDesign(): void {
    const current = story();
    const module = host.designs.now();
    if (!current.studio || !module) {
      designs?.clear();
      if (!current.studio) return;
      void host.designs.load(host.locale).then((loaded) => {
        if (!loaded || done || story() !== current) return;
        drawDesign();
        settle();
      });
      return;
    }
    designs ??= module.createDesigns({
      board: frame.board,
      words,
      locale: host.locale,
      rtl,
      answers,
      results: host.results,
      emit: (name, more, cancelable) => host.emit(name, { ...detail(), ...more }, cancelable),
      track: tracker.component,
      focus: () => frame.dialog.focus({ preventScroll: true }),
      say(text) {
        frame.live.textContent = text;
      },
      wait(on) {
        waits = on;
        settle();
      },
      answered() {
        countSegments();
        if (ready) preload();
      },
      goOn,
      watch,
    });
    try {
      designs.show(current, stage.lend());
    } catch {
      // A design that cannot be drawn leaves its medium.
      designs.clear();
      stage.show(current);
      return;
    }
    // The design has a link of its own.
    if (swipeOf(current)) frame.link.hidden = true;
  }

  function load(): void {
    ready = false;
    stage.show(story());
    drawDesign();
    setMuted(sound.muted);
    settle();
  }

  function show(): void {
    const current = story();
    paused = false;
    held = false;
    due = false;
    relabel(frame.pause, words.pause, 'pause');
    describeLink(frame, current, words);
    const place = positionLabel(words, trail.length, countSegments());
    frame.progress.set(trail.length, 0);
    frame.live.textContent = [current.title?.trim(), place, group().title?.trim()].filter(Boolean).join(', ');
    tracker.startStory(current, storyIndex);
    load();
  }

  function enter(index: number, mode: Mode, by = 0): void {
    groupIndex = index;
    storyIndex = seen.start(group());
    const whole = wayFrom(group(), 0, answers);
    trail = whole.slice(0, whole.indexOf(storyIndex));
    describeGroup(frame, group(), words);
    if (by) slide(frame, by > 0 !== rtl ? '30%' : '-30%');
    tracker.openGroup(group(), index, mode);
    show();
  }

  function restart(): void {
    due = false;
    stage.restart();
  }

  /** Turns by so many stories along the way, at most to its ends: forward as the answers lead, back as one came. */
  function turn(by: number, mode: Mode): void {
    designs?.settle();
    const along = [...trail, ...way()];
    const to = Math.max(0, Math.min(trail.length + by, along.length - 1));
    if (to === trail.length) {
      restart();
      return;
    }
    if (mode === 'manual') tracker.turn(by > 0 ? 'next' : 'previous');
    else tracker.leaveStory();
    trail = along.slice(0, to);
    storyIndex = along[to]!;
    show();
  }

  function step(by: 1 | -1, mode: Mode): void {
    designs?.settle();
    if (by > 0 ? way().length > 1 : trail.length) turn(by, mode);
    else turnGroup(by, mode);
  }

  function turnGroup(by: 1 | -1, mode: Mode): void {
    designs?.settle();
    if (groups[groupIndex + by]) {
      tracker.leaveGroup(by > 0 ? 'next' : 'previous', mode);
      enter(groupIndex + by, mode, by);
    } else if (by > 0) close(mode);
    else restart();
  }

  function close(mode: Mode = 'manual'): void {
    if (done) return;
    done = true;
    const last = detail();
    designs?.clear();
    tracker.leaveGroup('closed', mode);
    cancelAnimationFrame(beat);
    observer.disconnect();
    document.removeEventListener('visibilitychange', settle);
    stage.dispose();
    frame.dialog.close();
    frame.dialog.remove();
    host.closed(opener);
    host.emit('story-rail:close', last);
  }

  function draw(): void {
    frame.progress.set(trail.length, stage.progress());
    designs?.beat(stage.elapsed(), ready && inFront());
    beat = requestAnimationFrame(draw);
  }

  const watch = wireControls(
    frame,
    { rtl, modal: !host.contained, still },
    {
      step: (by) => step(by, 'manual'),
      group: (by) => turnGroup(by, 'manual'),
      edge: (end) => turn(end === 'first' ? -Infinity : Infinity, 'manual'),
      pause: () => setPaused(!paused),
      mute: () => stage.video() && setMuted(!sound.muted),
      hold(on, long) {
        held = on;
        // A short press is a tap and says nothing about pausing.
        if (long && !paused) on ? tracker.pause() : tracker.resume();
        settle();
      },
      lead: () => (designs?.swipe() ?? (frame.link.hidden ? null : frame.link))?.click(),
      link(event) {
        const component_id = swipeOf(story())?.id;
        tracker.click(component_id);
        const told = { ...detail(), ...(component_id && { component_id }), url: frame.link.href };
        const taken = !host.emit('story-rail:click', told, true);
        if (taken) event.preventDefault();
      },
      retry() {
        load();
        frame.dialog.focus();
      },
      close: () => close(),
    },
  );

  const observer = new IntersectionObserver(
    ([entry]) => {
      visible = (entry?.intersectionRatio ?? 1) >= 0.5;
      settle();
    },
    { threshold: [0, 0.5, 1] },
  );
  document.addEventListener('visibilitychange', settle);

  host.root.append(frame.dialog);
  if (host.contained) frame.dialog.show();
  else frame.dialog.showModal();
  frame.dialog.focus({ preventScroll: true });
  observer.observe(frame.dialog);
  enter(opened, 'manual');
  draw();
  host.emit('story-rail:open', detail());
  return { close };
}
