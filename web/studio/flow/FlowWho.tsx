import { useId } from 'react';
import { ShareBar } from '../../dashboard/analytics/interaction/ShareBar.tsx';
import { shareText } from '../../dashboard/analytics/interaction/shares.ts';
import { exactNumber } from '../../dashboard/kit/text/format.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentLabel } from '../canvas/component-label.ts';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import { answerName } from '../properties/sections/answer-name.ts';
import css from './FlowPanel.module.css';
import type { AskingComponent, FlowStory } from './flow-graph.ts';
import type { AnswerShare, ComponentShares } from './flow-shares.ts';

const nameOf = (asking: AskingComponent | null, { who, values }: AnswerShare): string => {
  if (who !== 'rule') return t(who === 'other' ? words.other : words.noAnswer);
  return values.map((value) => answerName(asking, value)).join(', ');
};

function Shares({
  asking,
  shares,
  isOnly,
}: {
  asking: AskingComponent | null;
  shares: ComponentShares['shares'];
  isOnly: boolean;
}) {
  const id = useId();
  return (
    <div>
      <p id={id} className={isOnly ? 'visually-hidden' : css.about}>
        {asking ? componentLabel(asking) : t(words.lost)}
      </p>
      <ul className={css.who} aria-labelledby={id}>
        {shares.map((one) => (
          <li key={`${one.who} ${one.values.join()}`} className={css.share}>
            <span className="truncate">{nameOf(asking, one)}</span>
            <span className={`${css.count} num`}>{exactNumber(one.count)}</span>
            <strong className="num">{shareText(one.share)}</strong>
            <ShareBar share={one.share} className={css.track} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How viewers answered the components of a story, where that is known. */
export function FlowWho({ story, shares }: { story: FlowStory; shares: readonly ComponentShares[] }) {
  if (shares.length === 0) return null;
  const askingOf = (componentId: string) =>
    story.ways.find(({ answer }) => answer?.component_id === componentId)?.answer?.asking ?? null;
  return (
    <PanelSection title={t(words.who)} end={<span className="t-caption">{t(words.lastDays)}</span>}>
      {shares.map(({ component_id, shares: all }) => (
        <Shares key={component_id} asking={askingOf(component_id)} shares={all} isOnly={shares.length === 1} />
      ))}
    </PanelSection>
  );
}
