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
  sample(
    t(contentWords.newIn),
    t(contentWords.summerShadesJustArrived),
    t(contentWords.seeThemAll),
    Glasses,
    'amber',
    'swing',
  ),
  sample(
    t(contentWords.blackWeek),
    t(contentWords.offCoatsUntilSunday),
    t(contentWords.getCode),
    Percent,
    'primary',
    'beat',
  ),
  sample(
    t(contentWords.homeLiving),
    t(contentWords.cornerToReadInFour),
    t(contentWords.shopLook),
    Armchair,
    'green',
    'rise',
  ),
  sample(
    t(contentWords.runClub),
    t(contentWords.sixKilometresByRiverOn),
    t(contentWords.joinIn),
    Footprints,
    'red',
    'slide',
  ),
  sample(t(contentWords.morningBrew), t(contentWords.baristaShowsHow), t(contentWords.watch), Coffee, 'cyan', 'rise'),
  sample(t(contentWords.giftGuide), t(contentWords.under50ForAnyone), t(contentWords.findGift), Gift, 'red', 'swing'),
  sample(t(contentWords.lastCall), t(contentWords.offerEndsTonight), t(contentWords.shopNow), Timer, 'amber', 'beat'),
  sample(
    t(contentWords.dayInBrief),
    t(contentWords.fiveHeadlinesInOneMinute),
    t(contentWords.readMore),
    Newspaper,
    'cyan',
    'slide',
  ),
  sample(
    t(contentWords.doublePoints),
    t(contentWords.thisWeekendOnEveryLevel),
    t(contentWords.play),
    Gamepad2,
    'primary',
    'zoom',
  ),
  sample(
    t(contentWords.weekendInLisbon),
    t(contentWords.from89OutOnFriday),
    t(contentWords.book),
    Plane,
    'cyan',
    'slide',
  ),
  sample(t(contentWords.whichOne), t(contentWords.voteForNextColour), t(contentWords.vote), Shirt, 'green', 'swing'),
  sample(
    t(contentWords.fiveMinutes),
    t(contentWords.workoutForYourDesk),
    t(contentWords.start),
    Dumbbell,
    'red',
    'beat',
  ),
  sample(
    t(contentWords.weOpenInMalmo),
    t(contentWords.saturdayAtTenWithCake),
    t(contentWords.findUs),
    MapPin,
    'green',
    'rise',
  ),
  sample(
    t(contentWords.rateYourOrder),
    t(contentWords.oneTapHelpsNextCustomer),
    t(contentWords.rate),
    Star,
    'amber',
    'zoom',
  ),
];
