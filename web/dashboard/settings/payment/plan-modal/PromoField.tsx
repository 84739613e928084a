import { TicketPercent } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { promoCodeLength } from '#contracts/subscription/commands.ts';
import type { CouponRow } from '#contracts/subscription/rows.ts';
import { errorText } from '../../../api/error.ts';
import { TextField } from '../../../kit/fields/TextField.tsx';
import { Badge } from '../../../kit/text/Badge.tsx';
import { paymentWords } from '../../../words/payment.en.ts';
import { t } from '../../../words/t.ts';
import { offText } from '../discounted.ts';

/** How long nobody has typed before a code is looked up, ms. */
const pause = 500;

/** Properties of a PromoField; `code` is the one that was looked up last, with what it takes off or why it does not. */
export interface PromoFieldProps {
  code: string | null;
  found: CouponRow | null;
  wrong: Error | null;
  onCode: (code: string | null) => void;
}

/** The field of a promo code, which is looked up once nobody types anymore. */
export function PromoField({ code, found, wrong, onCode }: PromoFieldProps) {
  const [typed, setTyped] = useState(code ?? '');
  const wanted = typed.trim() || null;
  const look = useEffectEvent(() => {
    if (wanted !== code) onCode(wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(look, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const said = wanted === code;
  return (
    <TextField
      label={t(paymentWords.promoCode)}
      hideLabel
      placeholder={t(paymentWords.promoCode)}
      value={typed}
      onChange={setTyped}
      onBlur={look}
      maxLength={promoCodeLength}
      autoComplete="off"
      spellCheck={false}
      icon={<TicketPercent aria-hidden />}
      error={said && wrong ? errorText(wrong) : null}
      end={<span role="status">{said && found ? <Badge kind="active">{offText(found)}</Badge> : null}</span>}
    />
  );
}
