import { History } from 'lucide-react';
import { IconButton } from '../../dashboard/kit/buttons/IconButton.tsx';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** Opens the changes of the draft and its earlier forms, and closes them. */
export function ReviewButton({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  return <IconButton label={t(reviewWords.open)} icon={<History />} aria-pressed={on} onClick={onToggle} />;
}
