import { designCheckWords } from '../../words/design-checks.en.ts';
import type { Phrase } from '../../words/phrase.ts';
import { optionLetters } from '../answers.ts';
import type { CountdownComponent } from '../components/countdown.ts';
import type { CtaComponent } from '../components/cta.ts';
import type { ProductTagComponent } from '../components/product-tag.ts';
import type { FlatComponent } from '../flat.ts';
import { comparedWords } from '../published.ts';
import { type DesignContent, type DesignFacts, type DesignFault, pathOf, storyMs } from './checked.ts';

type At = (field: string) => string;

function ctaFaults({ button_text, outlink, deep_link }: CtaComponent, at: At): DesignFault[] {
  const faults: DesignFault[] = [];
  if (button_text.trim() === '')
    faults.push({ path: at('button_text'), code: 'link_text', phrase: designCheckWords.linkText });
  if (outlink === '' && deep_link === '')
    faults.push({ path: at('outlink'), code: 'link_missing', phrase: designCheckWords.linkMissing });
  return faults;
}

function optionFaults(options: readonly { text: string }[], correct: string | null, at: At): DesignFault[] {
  const faults: DesignFault[] = [];
  const seen = new Set<string>();
  options.forEach(({ text }, place) => {
    const words = comparedWords(text);
    const phrase = words === '' ? designCheckWords.optionEmpty : seen.has(words) ? designCheckWords.optionTwice : null;
    if (phrase) faults.push({ path: at(`options.${place}.text`), code: 'options', phrase });
    seen.add(words);
  });
  const letters: readonly string[] = optionLetters.slice(0, options.length);
  if (correct !== null && !letters.includes(correct))
    faults.push({ path: at('correct'), code: 'options', phrase: designCheckWords.correctMissing });
  return faults;
}

function tagFaults({ name, product_id, opens, outlink, deep_link }: ProductTagComponent, at: At): DesignFault[] {
  const missing: [string, Phrase, boolean][] = [
    ['name', designCheckWords.tagName, name.trim() === ''],
    ['product_id', designCheckWords.tagProductId, product_id.trim() === ''],
    ['outlink', designCheckWords.linkMissing, opens === 'web' && outlink === ''],
    ['deep_link', designCheckWords.linkMissing, opens === 'app' && deep_link === ''],
  ];
  return missing.flatMap(([field, phrase, isMissing]): DesignFault[] =>
    isMissing ? [{ path: at(field), code: 'tag_incomplete', phrase }] : [],
  );
}

/** A countdown that ends within so many seconds is over before anyone sees it. */
const soonSeconds = 60;

function countdownFaults(one: CountdownComponent, at: At, { now, before }: DesignFacts): DesignFault[] {
  const isKept = before?.countdownData.some(({ id, ts_end }) => id === one.id && ts_end === one.ts_end) ?? false;
  if (isKept || one.ts_end > now + soonSeconds) return [];
  return [{ path: at('ts_end'), code: 'countdown_past', phrase: designCheckWords.countdownPast }];
}

function windowFaults(one: FlatComponent, content: DesignContent, facts: DesignFacts): DesignFault[] {
  const length = storyMs(content, facts.videoMs);
  const { start_time, end_time } = one.component;
  const isEmpty = end_time !== null && end_time <= start_time;
  const isOutside = length !== null && (start_time >= length || (end_time ?? 0) > length);
  if (!isEmpty && !isOutside) return [];
  const phrase = isEmpty ? designCheckWords.windowEmpty : designCheckWords.windowOutside;
  return [{ path: pathOf(one, isEmpty ? 'end_time' : 'start_time'), code: 'window', phrase }];
}

function kindFaults(one: FlatComponent, facts: DesignFacts): DesignFault[] {
  const at: At = (field) => pathOf(one, field);
  switch (one.kind) {
    case 'cta':
      return ctaFaults(one.component, at);
    case 'quiz':
      return optionFaults(one.component.options, one.component.correct, at);
    case 'poll':
      return optionFaults(one.component.options, null, at);
    case 'countdown':
      return countdownFaults(one.component, at, facts);
    case 'product_tag':
      return tagFaults(one.component, at);
    default:
      return [];
  }
}

/** What is missing in the words, links and times of a component. */
export const checkComponent = (one: FlatComponent, content: DesignContent, facts: DesignFacts): DesignFault[] => [
  ...kindFaults(one, facts),
  ...windowFaults(one, content, facts),
];
