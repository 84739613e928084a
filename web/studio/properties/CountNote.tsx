import { Info } from 'lucide-react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './Properties.module.css';
import { usePanel } from './panel-context.ts';

/** Says what becomes of the answers that a component has: they are kept, or it starts a new count. */
export function CountNote({ one }: { one: FlatComponent }) {
  const { published, renewed } = usePanel();
  const { id } = one.component;
  const isNew = renewed.has(id);
  if (!isNew && !(published.has(id) && isAnswerable(one.kind))) return null;
  return (
    <p className={css.note} role={isNew ? 'status' : undefined}>
      <Info size={14} aria-hidden />
      {isNew ? t(studioPropertyWords.newCount) : t(studioPropertyWords.keepsCount)}
    </p>
  );
}
