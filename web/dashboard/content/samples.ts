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
  sample('New in', 'Summer shades, just arrived', 'See them all', Glasses, 'amber', 'swing'),
  sample('Black Week', '40 % off coats until Sunday', 'Get the code', Percent, 'primary', 'beat'),
  sample('Home & living', 'A corner to read in, four ways', 'Shop the look', Armchair, 'green', 'rise'),
  sample('Run club', 'Six kilometres by the river on Tuesday', 'Join in', Footprints, 'red', 'slide'),
  sample('Morning brew', 'The barista shows how', 'Watch', Coffee, 'cyan', 'rise'),
  sample('Gift guide', 'Under 50, for anyone', 'Find a gift', Gift, 'red', 'swing'),
  sample('Last call', 'The offer ends tonight', 'Shop now', Timer, 'amber', 'beat'),
  sample('The day in brief', 'Five headlines in one minute', 'Read more', Newspaper, 'cyan', 'slide'),
  sample('Double points', 'This weekend, on every level', 'Play', Gamepad2, 'primary', 'zoom'),
  sample('Weekend in Lisbon', 'From 89, out on Friday', 'Book', Plane, 'cyan', 'slide'),
  sample('Which one?', 'Vote for the next colour', 'Vote', Shirt, 'green', 'swing'),
  sample('Five minutes', 'A workout for your desk', 'Start', Dumbbell, 'red', 'beat'),
  sample('We open in Malmö', 'Saturday at ten, with cake', 'Find us', MapPin, 'green', 'rise'),
  sample('Rate your order', 'One tap helps the next customer', 'Rate', Star, 'amber', 'zoom'),
];
