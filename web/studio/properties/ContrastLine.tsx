import { CircleCheck, TriangleAlert } from 'lucide-react';
import { contrastSaid } from '#contracts/studio/check/advise-contrast.ts';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './ContrastLine.module.css';
import { contrastOn, isReadable } from './contrast.ts';

/** The contrast of words, and whether it is enough for their size. */
export interface ShownContrast {
  ratio: number;
  readable: boolean;
}

/** The contrast of words of a size and weight on a ground; null where there is none, as over a picture. */
export function shownContrast(
  words: string,
  ground: string | null,
  size: number,
  weight: number,
): ShownContrast | null {
  if (ground === null) return null;
  const ratio = contrastOn(words, ground);
  return { ratio, readable: isReadable(ratio, size, weight) };
}

/** Says whether words can be read: 'Readable, 8.9:1'. */
export function ContrastLine({ ratio, readable }: ShownContrast) {
  const Icon = readable ? CircleCheck : TriangleAlert;
  const told = { ratio: contrastSaid(ratio) };
  return (
    <span className={css.root} data-readable={readable || undefined}>
      <Icon size={14} aria-hidden />
      {readable ? t(studioPropertyWords.readable, told) : t(studioPropertyWords.hardToRead, told)}
    </span>
  );
}
