import { createContext, useContext } from 'react';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import type { Goals } from '#contracts/studio/resting.ts';
import type { PickedPicture } from '../palette/new-component.ts';

/** A story that answers may lead to, with its place in the group, from 1. */
export interface LaterStory {
  id: string;
  place: number;
  title: string;
}

/** What the properties know beside the story that is open. */
export interface PanelFacts {
  /** What is wrong with fields, in words, by their paths in the story: `studio.pollData.0.question`. */
  faults: ReadonlyMap<string, string>;
  /** The components that viewers may have answered, as they were last published, by their ids. */
  published: ReadonlyMap<string, PublishedComponent>;
  /** The account's time zone (IANA). */
  timeZone: string;
  brand: BrandKit | null;
  /** How long the story's video is, in ms; null where that is not known or it has none. */
  videoMs: number | null;
  /** The stories of the group that come after this one, where answers may lead. */
  later: readonly LaterStory[];
  /** Which stories of the group rules may lead to at this moment. */
  goals: Goals;
  /** Lets a person choose a picture; null where none was chosen. */
  onPickPicture: () => Promise<PickedPicture | null>;
}

/** What the fields of the properties share. */
export interface Panel extends PanelFacts {
  /** The components whose answers are counted anew because of what was changed here. */
  renewed: ReadonlySet<string>;
  /** A component's answers were changed: says so where it is a new one now. */
  onAnswers: (id: string, newId: string) => void;
  /** A field with words that viewers answer to was left; `before` is what was asked when it was entered. */
  onWordsLeft: (id: string, before: string) => void;
}

export const PanelContext = createContext<Panel | null>(null);

/** What the fields of the properties share. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('usePanel outside of the properties');
  return panel;
}
