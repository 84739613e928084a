import { ChevronRight } from 'lucide-react';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';
import css from './OtherWays.module.css';
import { ways } from './ways.ts';

interface OtherWaysProps {
  methods: readonly FactorMethod[];
  /** Whether the person has none of them yet: the app is set up, not used. */
  setsUp?: boolean;
  disabled: boolean;
  onTake: (method: FactorMethod) => void;
}

/** The ways that somebody could go instead. */
export function OtherWays({ methods, setsUp = false, disabled, onTake }: OtherWaysProps) {
  if (methods.length === 0) return null;
  return (
    <ul className={css.root} aria-label={t(factorsWords.anotherWay)}>
      {methods.map((method) => {
        const { icon: Icon, choose } = ways[method];
        return (
          <li key={method}>
            <button type="button" className={css.way} disabled={disabled} onClick={() => onTake(method)}>
              <span className={css.tile}>
                <Icon size={16} aria-hidden />
              </span>
              {setsUp && method === 'totp' ? t(factorsWords.setUpTitle) : choose}
              <ChevronRight size={16} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
