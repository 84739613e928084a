import { Split } from 'lucide-react';
import { useMemo } from 'react';
import { answersTo } from '#contracts/studio/answers.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { AnswerableKind } from '#contracts/studio/kinds.ts';
import { type Resting, restingOf } from '#contracts/studio/resting.ts';
import { studioRuleWords as words } from '../../../dashboard/words/studio-rules.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { goalOf, restReasonFor, ruleFor, withGoal, withNext } from '../../edits/goals.ts';
import { useEditor, useEditorState } from '../../state/use-editor.ts';
import { PanelSection } from '../fields/PanelSection.tsx';
import { usePanel } from '../panel-context.ts';
import { answerSaid } from './answer-name.ts';
import { GoalMenu } from './GoalMenu.tsx';

type Answered = Extract<FlatComponent, { kind: AnswerableKind }>;

/** Where each answer to a component leads, and where viewers go on who give none. */
export function RulesSection({ one }: { one: Answered }) {
  const editor = useEditor();
  const { later, goals } = usePanel();
  const conditions = useEditorState(({ content }) => content.conditions);
  // As text, only other rules are something to draw anew: not each step of a drag.
  const text = useEditorState(({ storyId, content }) => JSON.stringify(restingOf({ id: storyId, ...content }, goals)));
  const resting = useMemo(() => JSON.parse(text) as Resting[], [text]);
  const { id } = one.component;
  const own = conditions?.rules.filter(({ component_id }) => component_id === id) ?? [];
  const answers = answersTo({ ...one.component, kind: one.kind });
  // What a rule asks that the component no longer has can still be taken away.
  const all = [...answers, ...own.flatMap(({ values }) => values).filter((value) => !answers.includes(value))];
  const reasonOf = (value: string) => {
    const rule = ruleFor(conditions?.rules ?? [], { component_id: id, value });
    return restReasonFor(resting, rule, answers.includes(value));
  };
  return (
    <PanelSection
      icon={Split}
      title={t(words.title)}
      end={<span className="t-caption">{t(words.count, { count: own.length })}</span>}
      folding={own.length > 0 ? 'open' : 'folded'}
    >
      {all.map((value) => (
        <GoalMenu
          key={value}
          label={answerSaid(one, value)}
          goal={goalOf(conditions, id, value)}
          later={later}
          resting={reasonOf(value)}
          onGoal={(to) =>
            editor.change((content) => ({
              ...content,
              conditions: withGoal(content.conditions, { component_id: id, value, to }),
            }))
          }
        />
      ))}
      <GoalMenu
        label={t(words.noAnswer)}
        goal={conditions?.next ?? null}
        later={later}
        resting={resting.find(({ rule }) => rule === null)?.reason ?? null}
        onGoal={(next) => editor.change((content) => ({ ...content, conditions: withNext(content.conditions, next) }))}
      />
      {later.length === 0 ? <p className="t-caption">{t(words.noLater)}</p> : null}
    </PanelSection>
  );
}
