import { wireControls } from './controls.ts';
import { fillRing } from './cover.ts';
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
  rtl: boolean;
  contained: boolean;
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
  frame.progress.reset(group.stories.length);
}

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
  const { groups, words, rtl, tracker, seen, sound } = host;
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const still = () => motion.matches;
  const frame = createFrame(words, rtl, host.contained, still);
  const opener = groups[opened]!;
  let groupIndex = opened;
  let storyIndex = 0;
  let paused = false;
  let held = false;
  let visible = true;
  let done = false;
  let beat = 0;

  const group = () => groups[groupIndex]!;
  const story = () => group().stories[storyIndex]!;
  const detail = () => ({ group_id: group().id, story_id: story().id });

  const stage = createStage(frame, words, {
    ready(lengthMs) {
      tracker.ready(lengthMs);
      seen.add(story());
      settle();
      const after = groups[groupIndex + 1];
      stage.preload(group().stories[storyIndex + 1] ?? after?.stories[seen.start(after)]);
    },
    ended() {
      tracker.complete();
      step(1, 'auto');
    },
    silenced: () => setMuted(true),
    blocked: () => setPaused(true),
  });

  function settle(): void {
    const front = visible && !document.hidden;
    stage.play(front && !paused && !held);
    tracker.foreground(front);
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

  function load(): void {
    stage.show(story());
    setMuted(sound.muted);
    settle();
  }

  function show(): void {
    const current = story();
    paused = false;
    relabel(frame.pause, words.pause, 'pause');
    describeLink(frame, current, words);
    frame.progress.set(storyIndex, 0);
    const place = positionLabel(words, storyIndex, group().stories.length);
    frame.live.textContent = [current.title?.trim(), place, group().title?.trim()].filter(Boolean).join(', ');
    tracker.startStory(current, storyIndex);
    load();
  }

  function enter(index: number, mode: Mode, by = 0): void {
    groupIndex = index;
    storyIndex = seen.start(group());
    describeGroup(frame, group(), words);
    if (by) slide(frame, by > 0 !== rtl ? '30%' : '-30%');
    tracker.openGroup(group(), index, mode);
    show();
  }

  function turnTo(index: number): void {
    if (index === storyIndex) {
      stage.restart();
      return;
    }
    tracker.turn(index > storyIndex ? 'next' : 'previous');
    storyIndex = index;
    show();
  }

  function step(by: 1 | -1, mode: Mode): void {
    if (!group().stories[storyIndex + by]) turnGroup(by, mode);
    else if (mode === 'manual') turnTo(storyIndex + by);
    else {
      tracker.leaveStory();
      storyIndex += by;
      show();
    }
  }

  function turnGroup(by: 1 | -1, mode: Mode): void {
    if (groups[groupIndex + by]) {
      tracker.leaveGroup(by > 0 ? 'next' : 'previous', mode);
      enter(groupIndex + by, mode, by);
    } else if (by > 0) close(mode);
    else stage.restart();
  }

  function close(mode: Mode = 'manual'): void {
    if (done) return;
    done = true;
    const last = detail();
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
    frame.progress.set(storyIndex, stage.progress());
    beat = requestAnimationFrame(draw);
  }

  wireControls(
    frame,
    { rtl, modal: !host.contained, still },
    {
      step: (by) => step(by, 'manual'),
      group: (by) => turnGroup(by, 'manual'),
      edge: (end) => turnTo(end === 'first' ? 0 : group().stories.length - 1),
      pause: () => setPaused(!paused),
      mute: () => stage.video() && setMuted(!sound.muted),
      hold(on, long) {
        held = on;
        // A short press is a tap and says nothing about pausing.
        if (long && !paused) on ? tracker.pause() : tracker.resume();
        settle();
      },
      link(event) {
        tracker.click();
        const taken = !host.emit('story-rail:click', { ...detail(), url: frame.link.href }, true);
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
