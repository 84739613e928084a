import type { Studio } from '#contracts/studio/shape.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { t } from '../words/t.ts';
import css from './DesignMark.module.css';
import { designMarks } from './design-marks.ts';

/** The components of a design on a small picture: the icon of the first, the names of all to readers of screens. */
export function DesignMark({ studio }: { studio: Studio }) {
  const marks = designMarks(studio);
  const [first] = marks;
  if (!first) return null;
  const [, Icon] = first;
  return (
    <span className={css.mark}>
      <Icon aria-hidden />
      <span className="visually-hidden">{marks.map(([kind]) => t(componentWords[kind])).join(', ')}</span>
    </span>
  );
}
