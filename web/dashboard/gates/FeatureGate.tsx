import { Sparkles } from 'lucide-react';
import { cloneElement, type ReactElement } from 'react';
import type { FeatureName } from '#contracts/api/plans.ts';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import css from './FeatureGate.module.css';
import { featureWords, whereIncluded } from './feature-words.ts';
import { GainAccess } from './GainAccess.tsx';
import { useFeature } from './upsell-context.ts';

/** What a gated control acts by: buttons `onClick`, items of a menu `onSelect`, switches and fields `onChange`. */
interface Gated {
  onClick?: unknown;
  onSelect?: unknown;
  onChange?: unknown;
  disabledReason?: string | undefined;
}

const handlers = ['onClick', 'onSelect', 'onChange'] as const;

/**
 * Around one control of the kit: with the feature it is as it is, without it each of its handlers opens the upsell beside
 * it. A control that the role does not allow (`disabledReason`) stays so, and for whoever may not buy it says so.
 */
export function FeatureGate({ feature, children }: { feature: FeatureName; children: ReactElement<Gated> }) {
  const { on, ask } = useFeature(feature);
  const { may } = useSession();
  if (on || children.props.disabledReason) return children;
  const mayBuy = may('billing.manage');
  const instead = Object.fromEntries(
    handlers.filter((name) => children.props[name] !== undefined).map((name) => [name, mayBuy ? ask : () => undefined]),
  );
  const said = mayBuy ? { 'aria-haspopup': 'dialog' } : { disabledReason: permissionText };
  return cloneElement(children, { ...instead, ...said } as Gated);
}

/** In the place of a field or a part of a form that the account does not have: what it would do, and the way to it. */
export function FeatureNote({ feature }: { feature: FeatureName }) {
  const { on } = useFeature(feature);
  const { name, text } = featureWords[feature];
  if (on) return null;
  return (
    <section className={css.root} aria-label={name}>
      <Sparkles size={16} aria-hidden />
      <div className={css.text}>
        <p>
          <strong>{name}.</strong> {text}
        </p>
        <p className="t-caption">{whereIncluded(feature)}</p>
      </div>
      <GainAccess name={feature} size="small" />
    </section>
  );
}
