import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
} from 'lucide-react';
import { IconButton } from '../../../dashboard/kit/buttons/IconButton.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { type Alignment, alignComponents, distributeComponents } from '../../edits/align.ts';
import { useEditor } from '../../state/use-editor.ts';
import css from './AlignRow.module.css';

const ways = [
  ['left', studioPropertyWords.alignLeft, AlignStartVertical],
  ['center', studioPropertyWords.alignCenter, AlignCenterVertical],
  ['right', studioPropertyWords.alignRight, AlignEndVertical],
  ['top', studioPropertyWords.alignTop, AlignStartHorizontal],
  ['middle', studioPropertyWords.alignMiddle, AlignCenterHorizontal],
  ['bottom', studioPropertyWords.alignBottom, AlignEndHorizontal],
] as const satisfies readonly (readonly [Alignment, unknown, unknown])[];

const axes = [
  ['x', studioPropertyWords.distributeAcross, AlignHorizontalDistributeCenter],
  ['y', studioPropertyWords.distributeDown, AlignVerticalDistributeCenter],
] as const;

/** Aligns components with each other and gives them equal gaps. */
export function AlignRow({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const few = ids.length < 3 ? t(studioPropertyWords.distributeThree) : undefined;
  return (
    <div role="toolbar" className={css.root} aria-label={t(studioPropertyWords.align)}>
      {ways.map(([way, label, Icon]) => (
        <IconButton
          key={way}
          size="small"
          label={t(label)}
          icon={<Icon />}
          onClick={() => editor.edit(alignComponents, { ids, way })}
        />
      ))}
      {axes.map(([axis, label, Icon]) => (
        <IconButton
          key={axis}
          size="small"
          label={t(label)}
          icon={<Icon />}
          disabledReason={few}
          onClick={() => editor.edit(distributeComponents, { ids, axis })}
        />
      ))}
    </div>
  );
}
