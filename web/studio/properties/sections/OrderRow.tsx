import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Lock, LockOpen } from 'lucide-react';
import { IconButton } from '../../../dashboard/kit/buttons/IconButton.tsx';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { flagComponents } from '../../edits/flags.ts';
import { type OrderStep, orderComponents } from '../../edits/order.ts';
import { useEditor } from '../../state/use-editor.ts';
import { PanelSection } from '../fields/PanelSection.tsx';
import css from './sections.module.css';

const steps = [
  ['front', studioPropertyWords.toFront, ArrowUpToLine],
  ['forward', studioPropertyWords.forward, ArrowUp],
  ['backward', studioPropertyWords.backward, ArrowDown],
  ['back', studioPropertyWords.toBack, ArrowDownToLine],
] as const satisfies readonly (readonly [OrderStep, unknown, unknown])[];

/** Properties of an OrderRow: the components that it moves among the layers, and whether all of them are locked. */
export interface OrderRowProps {
  ids: readonly string[];
  locked: boolean;
}

/** Moves components among the layers, and keeps them from being moved on the canvas. */
export function OrderRow({ ids, locked }: OrderRowProps) {
  const editor = useEditor();
  return (
    <PanelSection
      title={t(studioPropertyWords.order)}
      end={
        <span className={css.acts}>
          {steps.map(([step, label, Icon]) => (
            <IconButton
              key={step}
              size="small"
              variant="outlined"
              label={t(label)}
              icon={<Icon />}
              disabledReason={locked ? t(studioPropertyWords.unlockToOrder) : undefined}
              onClick={() => editor.edit(orderComponents, { ids, step })}
            />
          ))}
          <IconButton
            size="small"
            variant="outlined"
            className={css.lock}
            aria-pressed={locked}
            label={locked ? t(studioPropertyWords.unlock) : t(studioPropertyWords.lock)}
            icon={locked ? <Lock /> : <LockOpen />}
            onClick={() => editor.edit(flagComponents, { ids, flag: 'locked', on: !locked })}
          />
        </span>
      }
    >
      {null}
    </PanelSection>
  );
}
