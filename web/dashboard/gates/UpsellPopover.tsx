import { Lock, X } from 'lucide-react';
import { lazy } from 'react';
import { type FeatureName, planWith } from '#contracts/api/plans.ts';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { Popover } from '../kit/overlays/Popover.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { Badge } from '../kit/text/Badge.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { gatesWords } from '../words/gates.en.ts';
import { kitWords } from '../words/kit.en.ts';
import { t } from '../words/t.ts';
import { featureWords, whereIncluded } from './feature-words.ts';
import { GainAccess } from './GainAccess.tsx';
import { planNickname } from './plan-nickname.ts';
import css from './UpsellPopover.module.css';

const FeatureArt = lazy(async () => ({ default: (await import('./FeatureArt.tsx')).FeatureArt }));

/** Properties of an UpsellPopover; it is open while it has an anchor. */
export interface UpsellPopoverProps {
  name: FeatureName;
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Shows a feature beside the control that asks for it, with the first plan that has it and the way there; the page stays as it is. */
export function UpsellPopover({ name, anchor, onClose }: UpsellPopoverProps) {
  const { account } = useSession();
  const { name: title, text } = featureWords[name];
  const plan = planWith(name);
  return (
    <Popover beside anchor={anchor} width={320} label={title} onClose={onClose}>
      <div className={css.root}>
        <div className={css.head}>
          <h2 className="t-card">{title}</h2>
          <Badge kind="primary" icon={<Lock size={12} aria-hidden />}>
            {plan?.nickname ?? t(gatesWords.contactUs)}
          </Badge>
          <IconButton size="small" label={t(kitWords.close)} icon={<X />} noTooltip onClick={onClose} />
        </div>
        <LazyPart fallback={<Skeleton height={120} radius={8} />}>
          <FeatureArt name={name} />
        </LazyPart>
        <p className={css.text}>{text}</p>
        {plan ? null : <p className="t-small">{whereIncluded(name)}</p>}
        <div className={css.foot}>
          <GainAccess name={name} size="small" />
          <span className="t-small">{t(gatesWords.youAreOn, { plan: planNickname(account) })}</span>
        </div>
      </div>
    </Popover>
  );
}
