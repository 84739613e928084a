import { browserClock } from './clock.ts';
import type { Frame } from './frame.ts';
import { createMedia, fit, type Media } from './media.ts';
import type { Story } from './protocol.ts';
import type { Words } from './words.ts';

/** What the stage tells about the story on it. */
export type StageListener = {
  ready(lengthMs?: number): void;
  ended(): void;
  silenced(): void;
  blocked(): void;
};

/** Shows one story's medium at a time and keeps at most one further one loaded. */
export type Stage = {
  show(story: Story): void;
  preload(story: Story | undefined): void;
  play(on: boolean): void;
  mute(on: boolean): void;
  restart(): void;
  video(): boolean;
  progress(): number;
  /** How far the story is, in ms. */
  elapsed(): number;
  /** Gives the medium to a design, which lays it out until another story shows. */
  lend(): HTMLElement;
  dispose(): void;
};

/** Makes the stage of a viewer; what a medium says after its story has left is not passed on. */
export function createStage(frame: Frame, words: Words, to: StageListener): Stage {
  let media: Media | null = null;
  let ahead: { story: Story; media: Media } | null = null;
  let under: HTMLElement | null = null;
  let lent = false;
  const waiting = (on: boolean) => frame.stage.classList.toggle('waiting', on);

  const place = () => {
    under?.remove();
    under = media && !lent ? fit(media.element, frame.stage) : null;
    if (under) frame.stage.prepend(under);
  };
  // A phone is turned, a window gets another size.
  const resized = new ResizeObserver(place);
  resized.observe(frame.stage);

  function listen(current: Media): void {
    const mine = (act: () => void) => () => {
      if (media === current) act();
    };
    current.listen({
      ready: (lengthMs) =>
        mine(() => {
          waiting(false);
          place();
          to.ready(lengthMs);
        })(),
      ended: mine(to.ended),
      failed: mine(() => {
        waiting(false);
        frame.note.firstElementChild!.textContent = words.failed;
        frame.note.hidden = false;
      }),
      waiting: (on) => mine(() => waiting(on))(),
      silenced: mine(to.silenced),
      blocked: mine(to.blocked),
    });
  }

  return {
    show(story) {
      lent = false;
      media?.dispose();
      under?.remove();
      const loaded = ahead?.story === story ? ahead.media : null;
      if (!loaded) ahead?.media.dispose();
      ahead = null;
      const current = loaded ?? createMedia(story, browserClock);
      media = current;
      frame.note.hidden = true;
      waiting(true);
      frame.stage.prepend(current.element);
      frame.mute.hidden = !current.video;
      listen(current);
    },
    preload(story) {
      if (ahead?.story === story) return;
      ahead?.media.dispose();
      ahead = story ? { story, media: createMedia(story, browserClock) } : null;
    },
    play(on) {
      if (on) media?.play();
      else media?.pause();
    },
    mute: (on) => media?.mute(on),
    restart: () => media?.restart(),
    video: () => media?.video ?? false,
    progress: () => media?.progress() ?? 0,
    elapsed: () => media?.elapsed() ?? 0,
    lend() {
      lent = true;
      place();
      media!.element.style.maskImage = '';
      return media!.element;
    },
    dispose() {
      resized.disconnect();
      const last = media;
      media = null;
      last?.dispose();
      ahead?.media.dispose();
    },
  };
}
