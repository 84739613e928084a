import { useEffect, useState } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import { sized } from '../../dashboard/kit/pictures/sized.ts';
import { prefersReducedMotion } from '../../dashboard/theme/mode.ts';
import { createVideo, type Media } from '../../player/media.ts';
import type { StoryContent } from '../state/story-content.ts';

/** The width in which pictures are asked for, in CSS px. */
const width = 400;

/** The image or video of a story that is walked through. */
export interface WalkMedium {
  /** Null while there is none. */
  element: HTMLImageElement | HTMLVideoElement | null;
  /** Whether the video plays; null without a video, or where the browser can't play it. */
  playing: boolean | null;
  /** Plays the video, from its start once it has ended, or pauses it. */
  play: (on: boolean) => void;
}

const pictureOf = (src: string): HTMLImageElement =>
  Object.assign(document.createElement('img'), { alt: '', draggable: false, ...sized(src, width, storyWidths) });

/** A video as the player makes it, without its sound; the picture that stands for it is seen until it plays. */
function filmOf(src: string, poster: string | null): Media {
  const thumbnail = poster === null ? null : sized(poster, width, storyWidths).src;
  const film = createVideo({ media: src, thumbnail, variants: [], title: '' });
  film.mute(true);
  return film;
}

/**
 * Loads what a story shows when it comes. A video plays once by itself, unless the person asked for no motion; it is
 * stopped and let go when the story goes.
 */
export function useWalkMedium({ type, media, thumbnail }: StoryContent): WalkMedium {
  const [element, setElement] = useState<WalkMedium['element']>(null);
  const [film, setFilm] = useState<Media | null>(null);
  const [playing, setPlaying] = useState<boolean | null>(null);
  useEffect(() => {
    if (media === null) return;
    if (type === 1) {
      setElement(pictureOf(media));
      return () => setElement(null);
    }
    const made = filmOf(media, thumbnail);
    const stopped = () => setPlaying(false);
    made.listen({
      ready() {},
      ended: stopped,
      failed: () => setPlaying(null),
      waiting() {},
      silenced() {},
      blocked: stopped,
    });
    setElement(made.element as HTMLVideoElement);
    setFilm(made);
    setPlaying(!prefersReducedMotion());
    return () => {
      made.dispose();
      setElement(null);
      setFilm(null);
      setPlaying(null);
    };
  }, [type, media, thumbnail]);
  useEffect(() => {
    if (playing) film?.play();
    else film?.pause();
  }, [film, playing]);
  return { element, playing, play: setPlaying };
}
