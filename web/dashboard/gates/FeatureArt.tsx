import {
  Clapperboard,
  Globe,
  Headphones,
  House,
  Image,
  KeyRound,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageCircleQuestion,
  RefreshCw,
  Settings2,
  Share2,
  Shirt,
  ShoppingBag,
  Smartphone,
  Tag,
  UserPlus,
  UserRound,
  Watch,
} from 'lucide-react';
import { useState } from 'react';
import type { FeatureName } from '#contracts/api/plans.ts';
import { blankComponent, blankDesign, type ComponentOf, withComponent } from '#contracts/studio/blank.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { DesignLayer } from '../designs/DesignLayer.tsx';
import { light } from '../theme/tokens.ts';
import { studioStartWords } from '../words/studio-start.en.ts';
import { t } from '../words/t.ts';
import css from './FeatureArt.module.css';

/** What three stories of a feature have in them, and what makes the next one. */
const tiles: Readonly<Partial<Record<FeatureName, readonly [LucideIcon, LucideIcon, LucideIcon, LucideIcon]>>> = {
  multi_instance: [House, ShoppingBag, UserRound, Smartphone],
  personalization: [Shirt, Headphones, Watch, RefreshCw],
  mfa: [UserRound, KeyRound, Smartphone, KeyRound],
  social_share: [Image, Shirt, Headphones, Share2],
  segmented_stories: [Shirt, Watch, Headphones, Tag],
  deeplink: [Shirt, ShoppingBag, Image, MapPin],
  team_structure: [UserRound, UserRound, UserRound, UserPlus],
  instagram_auto_import: [Image, Image, Clapperboard, RefreshCw],
  ivod: [Clapperboard, MessageCircleQuestion, ShoppingBag, Clapperboard],
  web: [Image, Shirt, Watch, Globe],
  ad_settings: [Image, Megaphone, Image, Settings2],
};

const question = { question: t(studioStartWords.pollQuestion) };
const options = [{ text: t(studioStartWords.pollFirst) }, { text: t(studioStartWords.pollSecond) }];
const week = 7 * 86_400;

/** The components that are features of their own, as people begin with them: kind, height in canvas units, and fields. */
const samples: Readonly<Partial<Record<FeatureName, readonly [ComponentKind, number, (now: number) => object]>>> = {
  swipe_up: ['cta', 56, () => ({})],
  reaction: ['reaction', 64, () => ({ emojis: ['😍', '🔥', '👏'], radius: 32 })],
  poll: ['poll', 128, () => ({ ...question, options: options.map((one) => ({ ...one, color: null })) })],
  quiz: ['quiz', 128, () => ({ ...question, options })],
  countdown: ['countdown', 116, (now) => ({ title: t(studioStartWords.countdownTitle), ts_end: now + week })],
  rating: ['rating', 124, () => ({ question: t(studioStartWords.ratingQuestion) })],
};

/** A design with the component of a feature in its middle; `now` is unix seconds. Null for features that are none. */
const sampleOf = (name: FeatureName, now: number): Studio | null => {
  const sample = samples[name];
  if (!sample) return null;
  const [kind, height, fields] = sample;
  const box = { position: { x: 28, y: 320 - height / 2 }, size: { width: 304, height } };
  const component = blankComponent(kind, { id: 'sample', ...box, ...fields(now) } as ComponentOf<typeof kind>);
  return { ...withComponent(blankDesign(), kind, component), background: light.primary };
};

/** The thing itself that a feature brings: its component as the player draws it, else stories with it. Nothing to readers of screens. */
export function FeatureArt({ name }: { name: FeatureName }) {
  const [studio] = useState(() => sampleOf(name, Date.now() / 1000));
  if (studio)
    return (
      <span className={css.sample} aria-hidden>
        <span>
          <DesignLayer studio={studio} src={null} width={288} />
        </span>
      </span>
    );
  const shown = tiles[name];
  if (!shown) return null;
  const [First, Second, Third, Next] = shown;
  return (
    <span className={css.tiles} aria-hidden>
      <span>
        <First size={20} />
      </span>
      <span>
        <Second size={20} />
      </span>
      <span>
        <Third size={20} />
      </span>
      <span data-next>
        <Next size={20} />
      </span>
    </span>
  );
}
