import { ChevronRight, Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import css from './InsightPill.module.css';

/** One remark at a time on the figures; more of them are a click away, and it can be put aside. */
export function InsightPill({ insights }: { insights: readonly string[] }) {
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState('');
  const all = insights.join('\n');
  if (insights.length === 0 || closed === all) return null;
  const shown = at % insights.length;
  return (
    <div className={css.insight} role="status">
      <Sparkles size={16} aria-hidden />
      <span>{insights[shown]}</span>
      {insights.length > 1 ? (
        <button
          type="button"
          className="num"
          aria-label={t(homeWords.nextInsight, { shown: shown + 1, count: insights.length })}
          onClick={() => setAt(shown + 1)}
        >
          {shown + 1}/{insights.length}
          <ChevronRight size={14} strokeWidth={2} aria-hidden />
        </button>
      ) : null}
      <button type="button" aria-label={t(homeWords.closeInsights)} onClick={() => setClosed(all)}>
        <X size={14} strokeWidth={2} aria-hidden />
      </button>
    </div>
  );
}
