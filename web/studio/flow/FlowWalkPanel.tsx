import { ArrowLeft, ArrowRight, Flag, Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { answersTo } from '#contracts/studio/answers.ts';
import type { WalkStory } from '#contracts/studio/flow.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentLabel } from '../canvas/component-label.ts';
import { answerName } from '../properties/sections/answer-name.ts';
import type { StoryContent } from '../state/story-content.ts';
import css from './FlowWalkPanel.module.css';
import { type AskingComponent, askingComponents, type FlowStory } from './flow-graph.ts';
import { storyName } from './flow-sentences.ts';
import { answersIn, beginFlowWalk, type FlowWalk, giveAnswer, goBack, goOn, shownStep } from './flow-walk.ts';
import { WalkPhone } from './WalkPhone.tsx';

/** Properties of a FlowWalkPanel; `delivered` are the stories as viewers get them. */
export interface FlowWalkPanelProps {
  walk: FlowWalk;
  delivered: readonly WalkStory[];
  stories: readonly FlowStory[];
  contents: ReadonlyMap<string, StoryContent>;
  onWalk: (walk: FlowWalk) => void;
  onClose: () => void;
}

function Answers(props: {
  asking: AskingComponent;
  given: string | undefined;
  onAnswer: (componentId: string, value: string) => void;
}) {
  const { asking, given, onAnswer } = props;
  return (
    <fieldset className={css.answers}>
      <legend className={`${css.asked} truncate`}>{componentLabel(asking)}</legend>
      {answersTo({ ...asking.component, kind: asking.kind }).map((value) => (
        <button
          key={value}
          type="button"
          className={css.answer}
          aria-pressed={given === value}
          onClick={() => onAnswer(asking.component.id, value)}
        >
          {answerName(asking, value)}
        </button>
      ))}
    </fieldset>
  );
}

/** Walks through the group with chosen answers, as viewers are led by the drafts as they are on the screen. */
export function FlowWalkPanel({ walk, delivered, stories, contents, onWalk, onClose }: FlowWalkPanelProps) {
  const [round, setRound] = useState(0);
  const shown = shownStep(walk);
  const story = stories.find(({ id }) => id === shown);
  const content = contents.get(shown);
  const given = answersIn(walk, shown);
  const asking = content ? askingComponents(content).filter(({ component }) => !component.hidden) : [];
  const answer = (component_id: string, value: string) => onWalk(giveAnswer(walk, delivered, { component_id, value }));
  const again = () => {
    setRound(round + 1);
    onWalk(beginFlowWalk(delivered));
  };
  const nameOf = (id: string): string => {
    const one = stories.find((found) => found.id === id);
    if (!one) return t(words.stepEnd);
    const all = contents.get(id) ? askingComponents(contents.get(id)!) : [];
    const answers = [...answersIn(walk, id)].map(([component, value]) =>
      answerName(all.find((found) => found.component.id === component) ?? null, value),
    );
    const title = storyName(one);
    return answers.length > 0 ? t(words.answered, { title, answers: answers.join(', ') }) : title;
  };
  return (
    <section className={css.root} aria-label={t(words.preview)}>
      <header className={css.head}>
        <span className={css.tile}>
          <Play size={16} aria-hidden />
        </span>
        <h2 className="t-card">{t(words.preview)}</h2>
        <IconButton label={t(words.closePreview)} icon={<X />} onClick={onClose} />
      </header>
      <div className={css.show}>
        {story && content ? (
          <>
            <WalkPhone key={`${story.id} ${round}`} content={content} given={given} onAnswer={answer} />
            <h3 className={css.title}>{storyName(story)}</h3>
          </>
        ) : (
          <p className={css.over} role="status">
            <Flag size={24} aria-hidden />
            {t(words.over)}
          </p>
        )}
        {asking.map((one) => (
          <Answers key={one.component.id} asking={one} given={given.get(one.component.id)} onAnswer={answer} />
        ))}
      </div>
      <div className={css.acts}>
        {story ? (
          <Button
            block
            variant="accent"
            iconEnd={<ArrowRight size={16} aria-hidden />}
            onClick={() => onWalk(goOn(walk, delivered))}
          >
            {t(asking.length > 0 && given.size === 0 ? words.goOnNone : words.goOn)}
          </Button>
        ) : null}
        <Button icon={<ArrowLeft aria-hidden />} disabled={walk.steps.length < 2} onClick={() => onWalk(goBack(walk))}>
          {t(words.back)}
        </Button>
        <Button icon={<RotateCcw aria-hidden />} onClick={again}>
          {t(words.again)}
        </Button>
      </div>
      <div className={css.way}>
        <h3 className={css.asked}>{t(words.way)}</h3>
        <ol>
          {walk.steps.map((id, at) => (
            <li key={id} aria-current={at === walk.steps.length - 1 ? 'step' : undefined}>
              {nameOf(id)}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
