import { CircleCheck, PenLine, Split, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { adviseFlow } from '#contracts/studio/check/advise-flow.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { studioRuleWords } from '../../dashboard/words/studio-rules.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentLabel } from '../canvas/component-label.ts';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import type { LaterStory } from '../properties/panel-context.ts';
import { answerSaid } from '../properties/sections/answer-name.ts';
import { GoalMenu } from '../properties/sections/GoalMenu.tsx';
import type { StoryContent } from '../state/story-content.ts';
import css from './FlowPanel.module.css';
import { FlowWho } from './FlowWho.tsx';
import { type AskingComponent, type FlowStory, type FlowWay, plainWay } from './flow-graph.ts';
import { sentencesOf, storyPlaces } from './flow-sentences.ts';
import type { ComponentShares } from './flow-shares.ts';

/** Properties of a FlowPanel: the rules of a story, and what is known of all. */
export interface FlowPanelProps {
  story: FlowStory;
  stories: readonly FlowStory[];
  contents: ReadonlyMap<string, StoryContent>;
  /** Whether viewers have SDKs that know no conditions. */
  hasOldSdk: boolean;
  later: readonly LaterStory[];
  shares: readonly ComponentShares[];
  readOnly: boolean;
  /** The key of the way that is violet. */
  chosen: string | null;
  onChoose: (key: string) => void;
  onLead: (way: FlowWay, to: string | null) => void;
  onEdit: () => void;
}

/** The ways of a story by the component that they are for; null: what the story asks no more. */
const byComponent = ({ ways }: FlowStory): Map<AskingComponent | null, FlowWay[]> => {
  const parts = new Map<AskingComponent | null, FlowWay[]>();
  for (const way of ways) if (way.answer) parts.set(way.answer.asking, [...(parts.get(way.answer.asking) ?? []), way]);
  return parts;
};

function Rule({ way, label, props }: { way: FlowWay; label: string; props: FlowPanelProps }) {
  const { later, chosen, onChoose, onLead } = props;
  return (
    <div className={css.rule} data-chosen={chosen === way.key || undefined}>
      <GoalMenu
        label={label}
        goal={way.goal}
        later={later}
        resting={way.resting}
        onGoal={(to) => onLead(way, to)}
        onFocus={() => onChoose(way.key)}
      />
    </div>
  );
}

function Check({ text, isFine }: { text: ReactNode; isFine: boolean }) {
  return (
    <li className={css.check} data-fine={isFine || undefined}>
      {isFine ? <CircleCheck size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
      <span>{text}</span>
    </li>
  );
}

function Checks({
  story,
  stories,
  contents,
  hasOldSdk,
}: Pick<FlowPanelProps, 'story' | 'stories' | 'contents' | 'hasOldSdk'>) {
  const advice = useMemo(() => {
    const group = stories
      .filter(({ away }) => !away)
      .map(({ id }) => {
        const { studio = null, conditions = null } = contents.get(id) ?? {};
        return { id, studio, conditions };
      });
    return adviseFlow({ group, storyId: story.id, hasOldSdk }).filter(({ code }) => code !== 'flow_unreached');
  }, [story, stories, contents, hasOldSdk]);
  const unreached = stories.filter(({ away, isReached }) => !away && !isReached);
  const paused = stories.filter(({ ways }) => ways.some(({ resting }) => resting));
  const count = paused.reduce((sum, { ways }) => sum + ways.filter(({ resting }) => resting).length, 0);
  return (
    <PanelSection title={t(words.checks)}>
      <ul className={css.checks}>
        <Check
          isFine={unreached.length === 0}
          text={
            unreached.length === 0
              ? t(words.allReached)
              : t(words.unreached, { count: unreached.length, places: storyPlaces(unreached) })
          }
        />
        <Check
          isFine={count === 0}
          text={count === 0 ? t(words.nonePaused) : t(words.pausedRules, { count, places: storyPlaces(paused) })}
        />
        {advice.map(({ code, phrase }) => (
          <Check key={code} isFine={false} text={sayPhrase(phrase)} />
        ))}
      </ul>
    </PanelSection>
  );
}

/** The rules of a story as a list: where each answer leads, said in words below, and what is to be looked at in the group. */
export function FlowPanel(props: FlowPanelProps) {
  const { story, stories, contents, later, shares, readOnly, onEdit } = props;
  const plain = story.ways.find(({ key }) => key === plainWay)!;
  const parts = [...byComponent(story)];
  return (
    <section className={css.root} aria-label={t(words.rules, { place: story.place })}>
      <header className={css.head}>
        <span className={css.tile}>
          <Split size={16} aria-hidden />
        </span>
        <h2 className="t-card">{t(words.story, { place: story.place })}</h2>
        <Button size="small" icon={<PenLine aria-hidden />} onClick={onEdit}>
          {t(words.editStory)}
        </Button>
      </header>
      <fieldset className={css.rules} disabled={readOnly}>
        <legend className="visually-hidden">{t(words.rules, { place: story.place })}</legend>
        {parts.map(([asking, ways]) => (
          <fieldset key={asking?.component.id ?? 'lost'} className={css.part}>
            <legend className={css.asked}>{asking ? componentLabel(asking) : t(words.lost)}</legend>
            {ways.map((way) => (
              <Rule key={way.key} way={way} label={answerSaid(asking, way.answer!.value)} props={props} />
            ))}
          </fieldset>
        ))}
        <div className={css.part}>
          <Rule way={plain} label={t(parts.length > 0 ? studioRuleWords.noAnswer : words.always)} props={props} />
          {later.length === 0 ? <p className="t-caption">{t(studioRuleWords.noLater)}</p> : null}
        </div>
      </fieldset>
      <PanelSection title={t(words.inWords)}>
        <p className={css.said}>{sentencesOf(story, stories).join(' ')}</p>
      </PanelSection>
      <FlowWho story={story} shares={shares} />
      <Checks story={story} stories={stories} contents={contents} hasOldSdk={props.hasOldSdk} />
    </section>
  );
}
