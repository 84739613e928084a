import {
  Armchair,
  Coffee,
  Dumbbell,
  Footprints,
  Gamepad2,
  Gift,
  Glasses,
  type LucideIcon,
  MapPin,
  Newspaper,
  Percent,
  Plane,
  Shirt,
  Star,
  Timer,
} from 'lucide-react';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';

/** The colours and the movements that a sample can have; each has its rules in samples.css. */
export type SampleTone = 'amber' | 'primary' | 'green' | 'red' | 'cyan';
export type SampleMotion = 'rise' | 'zoom' | 'swing' | 'slide' | 'beat';

/** One sample story: what it shows and how it moves. */
export interface Sample {
  title: string;
  text: string;
  button: string;
  Icon: LucideIcon;
  tone: SampleTone;
  motion: SampleMotion;
}

const sample = (
  title: string,
  text: string,
  button: string,
  Icon: LucideIcon,
  tone: SampleTone,
  motion: SampleMotion,
): Sample => ({ title, text, button, Icon, tone, motion });

/** The sample stories in the order in which they play; the first five stand on the empty page. */
export const samples: readonly Sample[] = [
  sample(t(contentWords.newInTitle), t(contentWords.newInText), t(contentWords.newInButton), Glasses, 'amber', 'swing'),
  sample(
    t(contentWords.blackWeekTitle),
    t(contentWords.blackWeekText),
    t(contentWords.blackWeekButton),
    Percent,
    'primary',
    'beat',
  ),
  sample(
    t(contentWords.livingTitle),
    t(contentWords.livingText),
    t(contentWords.livingButton),
    Armchair,
    'green',
    'rise',
  ),
  sample(
    t(contentWords.runClubTitle),
    t(contentWords.runClubText),
    t(contentWords.runClubButton),
    Footprints,
    'red',
    'slide',
  ),
  sample(t(contentWords.coffeeTitle), t(contentWords.coffeeText), t(contentWords.coffeeButton), Coffee, 'cyan', 'rise'),
  sample(t(contentWords.giftsTitle), t(contentWords.giftsText), t(contentWords.giftsButton), Gift, 'red', 'swing'),
  sample(
    t(contentWords.lastCallTitle),
    t(contentWords.lastCallText),
    t(contentWords.lastCallButton),
    Timer,
    'amber',
    'beat',
  ),
  sample(t(contentWords.newsTitle), t(contentWords.newsText), t(contentWords.newsButton), Newspaper, 'cyan', 'slide'),
  sample(
    t(contentWords.pointsTitle),
    t(contentWords.pointsText),
    t(contentWords.pointsButton),
    Gamepad2,
    'primary',
    'zoom',
  ),
  sample(t(contentWords.travelTitle), t(contentWords.travelText), t(contentWords.travelButton), Plane, 'cyan', 'slide'),
  sample(t(contentWords.voteTitle), t(contentWords.voteText), t(contentWords.voteButton), Shirt, 'green', 'swing'),
  sample(
    t(contentWords.workoutTitle),
    t(contentWords.workoutText),
    t(contentWords.workoutButton),
    Dumbbell,
    'red',
    'beat',
  ),
  sample(
    t(contentWords.openingTitle),
    t(contentWords.openingText),
    t(contentWords.openingButton),
    MapPin,
    'green',
    'rise',
  ),
  sample(t(contentWords.ratingTitle), t(contentWords.ratingText), t(contentWords.ratingButton), Star, 'amber', 'zoom'),
];
