import { Palette } from 'lucide-react';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { Switch } from '../../dashboard/kit/fields/Switch.tsx';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { BrandSwitch } from './branding.ts';
import css from './TemplatesPanel.module.css';

/** Shows built-in templates in the account's brand or as they are drawn, and opens the brand kit. */
export function BrandSwitchRow({ brand, onBrand }: { brand: BrandSwitch; onBrand: () => void }) {
  const none = brand.on === null ? t(words.noBrand) : undefined;
  return (
    <div className={css.brand}>
      <div className={css.brandRow}>
        <span aria-hidden>{t(words.inBrand)}</span>
        <Switch label={t(words.inBrand)} checked={brand.on ?? false} disabledReason={none} onChange={brand.set} />
      </div>
      {none ? <p className="t-caption">{none}</p> : null}
      <Button size="small" block icon={<Palette aria-hidden />} onClick={onBrand}>
        {t(words.brandKit)}
      </Button>
    </div>
  );
}
