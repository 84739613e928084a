import { ChevronDown, CirclePause } from 'lucide-react';
import { type RestReason, restReasons } from '#contracts/studio/resting.ts';
import { Menu } from '../../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem } from '../../../dashboard/kit/overlays/MenuItem.tsx';
import { studioWords } from '../../../dashboard/words/studio.en.ts';
import { studioRuleWords as words } from '../../../dashboard/words/studio-rules.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import fields from '../fields/fields.module.css';
import type { LaterStory } from '../panel-context.ts';
import css from './sections.module.css';

/** Properties of a GoalMenu: whose goal it is, where that is (null: the story that follows anyway), and what takes another. */
export interface GoalMenuProps {
  label: string;
  goal: string | null;
  /** The stories that may be chosen. */
  later: readonly LaterStory[];
  /** Why it doesn't lead there for the time being. */
  resting: RestReason | null;
  onGoal: (goal: string | null) => void;
  onFocus?: () => void;
}

/** Where viewers go on: with the story that follows anyway, a later one, or the end; and why they don't at this moment. */
export function GoalMenu({ label, goal, later, resting, onGoal, onFocus }: GoalMenuProps) {
  const nameOf = (to: string | null): string => {
    if (to === null) return t(words.next);
    if (to === 'end') return t(words.end);
    const story = later.find(({ id }) => id === to);
    if (!story) return t(resting === 'earlier' ? words.earlier : words.gone);
    return t(words.story, { place: story.place, title: story.title || t(studioWords.untitled) });
  };
  const goals = [null, ...later.map(({ id }) => id), 'end'];
  return (
    <div className={css.goal}>
      <span>{label}</span>
      <Menu
        label={label}
        maxHeight={320}
        trigger={
          <button
            type="button"
            className={fields.choice}
            onFocus={onFocus}
            aria-label={t(words.goesTo, { answer: label, goal: nameOf(goal) })}
          >
            <span className="truncate">{nameOf(goal)}</span>
            <ChevronDown size={16} aria-hidden />
          </button>
        }
      >
        {goals.map((to) => (
          <MenuItem key={to ?? 'next'} selected={to === goal} onSelect={() => onGoal(to)}>
            {nameOf(to)}
          </MenuItem>
        ))}
      </Menu>
      {resting ? (
        <p className={css.resting}>
          <CirclePause size={14} aria-hidden />
          {t(words.resting, { reason: t(restReasons[resting]) })}
        </p>
      ) : null}
    </div>
  );
}
