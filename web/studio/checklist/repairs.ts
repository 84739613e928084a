import {
  componentAt,
  type DesignAdvice,
  type DesignAdviceCode,
  type DesignFault,
  type DesignFaultCode,
} from '#contracts/studio/check/checked.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { checklistVerbWords as words } from '../../dashboard/words/checklist-verbs.en.ts';
import { enlarged, movedIn, movedOnto } from './repair-place.ts';
import { componentShownFor, type StoryLength, shownFor, timedInside } from './repair-time.ts';

/** What a row of the checklist tells of: an error or a suggestion. */
export type ChecklistFault = DesignFault | DesignAdvice;

type Code = DesignFaultCode | DesignAdviceCode;

/** What is written rather than set. */
const written = new Set<Code>(['title_missing', 'link_text', 'alt_missing']);

const moves = new Set<Code>(['off_canvas', 'safe_area']);
const enlarges = new Set<Code>(['target_small', 'target_tight']);

const lengthens = (design: Studio, fault: ChecklistFault, length: StoryLength): Studio | null => {
  const one = componentAt(design, fault.path);
  if (fault.code === 'window') return one ? timedInside(design, one, length) : null;
  const ms = 'ms' in fault ? fault.ms : undefined;
  if (ms === undefined) return null;
  const isEnough = !length.isVideo && ms <= studioLimits.imageMs[1];
  if (!one) return isEnough ? shownFor(design, ms) : null;
  // The film of a video is as long as it is.
  if (!isEnough && length.lengthMs !== null && ms > length.lengthMs) return null;
  return componentShownFor(design, one, ms, length);
};

/**
 * The design in which a fault is mended without asking, or null where a person has to do it. Contrast has several ways, which
 * `contrastChoices` answers.
 */
export function repaired(design: Studio, fault: ChecklistFault, length: StoryLength): Studio | null {
  const one = componentAt(design, fault.path);
  if (one && fault.code === 'off_canvas') return movedOnto(design, one);
  if (one && fault.code === 'safe_area') return movedIn(design, one);
  if (one && enlarges.has(fault.code)) return enlarged(design, one);
  return lengthens(design, fault, length);
}

const secondsShown = ({ component }: FlatComponent, { duration_ms }: Studio, { lengthMs }: StoryLength): number =>
  ((component.end_time ?? duration_ms ?? lengthMs ?? 0) - component.start_time) / 1000;

/** The verb of a row: what the repair does, or what the person is taken to. */
export function verbOf(design: Studio, fault: ChecklistFault, length: StoryLength): Phrase {
  const { code, path } = fault;
  if (moves.has(code)) return words.moveIn;
  if (enlarges.has(code)) return words.enlarge;
  if (written.has(code) || (code === 'options' && path.endsWith('.text'))) return words.write;
  const longer = lengthens(design, fault, length);
  if (!longer) return words.fix;
  const one = componentAt(longer, path);
  const seconds = one ? secondsShown(one, longer, length) : longer.duration_ms! / 1000;
  return fill(words.useSeconds, { seconds: Math.floor(seconds * 10) / 10 });
}
