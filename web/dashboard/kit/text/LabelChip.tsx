import { X } from 'lucide-react';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './LabelChip.module.css';

/** Properties of a LabelChip; with `onRemove` it is violet and has a cross. */
export interface LabelChipProps {
  children: string;
  title?: string;
  onRemove?: () => void;
}

/** An outlined pill with one audience label. */
export function LabelChip({ children, title, onRemove }: LabelChipProps) {
  return (
    <span className={css.root} data-kit="label-chip" data-soft={onRemove ? true : undefined} title={title}>
      <span className="truncate">{children}</span>
      {onRemove ? (
        <button type="button" aria-label={t(kitWords.removeItem, { children })} onClick={onRemove}>
          <X size={12} strokeWidth={2} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
