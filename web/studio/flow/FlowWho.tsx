import { ShareBar } from '../../dashboard/analytics/interaction/ShareBar.tsx';
import { shareText } from '../../dashboard/analytics/interaction/shares.ts';
import { exactNumber } from '../../dashboard/kit/text/format.ts';
import { studioFlowWords as words } from '../../dashboard/words/studio-flow.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { PanelSection } from '../properties/fields/PanelSection.tsx';
import { answerName } from '../properties/sections/answer-name.ts';
import css from './FlowPanel.module.css';
import type { FlowStory } from './flow-graph.ts';
import type { AnswerShare, ComponentShares } from './flow-shares.ts';

/** How viewers answered a story, where that is known. */
export function FlowWho({ story, shares }: { story: FlowStory; shares: readonly ComponentShares[] }) {
  if (shares.length === 0) return null;
  const nameOf = (componentId: string, { who, values }: AnswerShare): string => {
    if (who !== 'rule') return t(who === 'other' ? words.other : words.noAnswer);
    const asking = story.ways.find(({ answer }) => answer?.component_id === componentId)?.answer?.asking ?? null;
    return values.map((value) => answerName(asking, value)).join(', ');
  };
  return (
    <PanelSection title={t(words.who)} end={<span className="t-caption">{t(words.lastDays)}</span>}>
      {shares.map(({ component_id, shares: all }) => (
        <ul key={component_id} className={css.who}>
          {all.map((one) => (
            <li key={`${one.who} ${one.values.join()}`} className={css.share}>
              <span className="truncate">{nameOf(component_id, one)}</span>
              <span className={`${css.count} num`}>{exactNumber(one.count)}</span>
              <strong className="num">{shareText(one.share)}</strong>
              <ShareBar share={one.share} className={css.track} />
            </li>
          ))}
        </ul>
      ))}
    </PanelSection>
  );
}
