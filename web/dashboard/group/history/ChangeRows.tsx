import { ArrowRight } from 'lucide-react';
import type { Change } from '#contracts/audit/change.ts';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './ChangeRows.module.css';
import { fieldName, shownValue } from './history-words.ts';

/** A field's name of more letters than this stands above its values, over their whole width. */
const longName = 24;

interface ValueProps {
  field: string;
  value: unknown;
  /** What it was before, or became. */
  other: unknown;
  name: string;
  timeZone: string;
}

function Value({ field, value, other, name, timeZone }: ValueProps) {
  const shown = shownValue(field, value, timeZone, other);
  switch (shown.kind) {
    case 'empty':
      return (
        <span className={css.empty}>
          <span aria-hidden>{t(groupWords.noValue)}</span>
          <span className="visually-hidden">{t(groupWords.empty)}</span>
        </span>
      );
    case 'cover':
      return (
        <>
          <Cover name={name} src={shown.src} size={64} />
          <span className="visually-hidden">{t(groupWords.coverPicture)}</span>
        </>
      );
    case 'picture':
      return <StoryThumb src={shown.src} alt={fieldName(field)} width={72} />;
    case 'video':
      return (
        <video className={css.video} src={shown.src} controls muted preload="metadata" aria-label={fieldName(field)} />
      );
    case 'list':
      return (
        <ul className={css.list}>
          {shown.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    default:
      return <span className={css.text}>{shown.text}</span>;
  }
}

/**
 * The fields of a change, each before and after; pictures are drawn, dates told in the zone. `name` is that of the thing;
 * names of fields stand above their values where `narrow` says so or one of them is long.
 */
export function ChangeRows(props: { changes: readonly Change[]; name: string; timeZone: string; narrow?: boolean }) {
  const { changes, name, timeZone } = props;
  const narrow = props.narrow || changes.some(({ field }) => fieldName(field).length > longName);
  if (changes.length === 0) return <p className={`${css.body} t-small`}>{t(groupWords.changeWithoutValues)}</p>;
  return (
    <div className={css.body} data-narrow={narrow || undefined}>
      <div className={`${css.row} ${css.names}`} aria-hidden>
        <span />
        <span>{t(groupWords.before)}</span>
        <span />
        <span>{t(groupWords.after)}</span>
      </div>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two stories may have one title, and the rows of a change never move
        <div key={`${at}-${change.field}`} className={css.row}>
          <span className={css.field}>{fieldName(change.field)}</span>
          <div className={css.before}>
            <span className="visually-hidden">{t(groupWords.beforeHeard)} </span>
            <Value field={change.field} value={change.from} other={change.to} name={name} timeZone={timeZone} />
          </div>
          <ArrowRight size={14} aria-hidden />
          <div className={css.after}>
            <span className="visually-hidden">{t(groupWords.afterHeard)} </span>
            <Value field={change.field} value={change.to} other={change.from} name={name} timeZone={timeZone} />
          </div>
        </div>
      ))}
    </div>
  );
}
