import { Sparkles } from 'lucide-react';
import type { FeatureName } from '#contracts/api/plans.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Dialog } from '../kit/overlays/Dialog.tsx';
import { gatesWords } from '../words/gates.en.ts';
import { t } from '../words/t.ts';
import { featureWords, whereIncluded } from './feature-words.ts';
import { GainAccess } from './GainAccess.tsx';
import css from './UpsellDialog.module.css';

/** Says what a feature does and from which plan on it is there, and leads to it. */
export function UpsellDialog({ name, open, onClose }: { name: FeatureName; open: boolean; onClose: () => void }) {
  const { name: title, text } = featureWords[name];
  return (
    <Dialog
      open={open}
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(gatesWords.notNow)}</Button>
          <GainAccess name={name} />
        </>
      }
    >
      <div className={css.upsell}>
        <span className={css.tile}>
          <Sparkles size={20} aria-hidden />
        </span>
        <div>
          <p>{text}</p>
          <p className="t-small">{whereIncluded(name)}</p>
        </div>
      </div>
    </Dialog>
  );
}
