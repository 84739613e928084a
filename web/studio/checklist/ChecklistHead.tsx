import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { checklistWords } from '../../dashboard/words/checklist.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Checklist.module.css';

/** Properties of a ChecklistHead: how many checks there are, how many of them found nothing, and of how many drafts. */
export interface ChecklistHeadProps {
  done: number;
  total: number;
  stories: number;
  onClose: () => void;
}

const radius = 14;
const around = 2 * Math.PI * radius;

/** The head of the checklist: how much of it is done, as a ring and in words. */
export function ChecklistHead({ done, total, stories, onClose }: ChecklistHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the list is gone; a row that was chosen before takes the focus from here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const share = total === 0 ? 1 : done / total;
  return (
    <header className={css.head}>
      <svg
        className={css.ring}
        width="36"
        height="36"
        viewBox="0 0 36 36"
        aria-hidden
        data-full={share === 1 || undefined}
      >
        <circle cx="18" cy="18" r={radius} />
        <circle
          cx="18"
          cy="18"
          r={radius}
          strokeDasharray={`${share * around} ${around}`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <div className={css.words}>
        <h2 ref={heading} className="t-card" tabIndex={-1}>
          {t(checklistWords.title)}
        </h2>
        <p className="t-caption">{t(checklistWords.summary, { done, total, stories })}</p>
      </div>
      <IconButton label={t(checklistWords.close)} icon={<X />} onClick={onClose} />
    </header>
  );
}
