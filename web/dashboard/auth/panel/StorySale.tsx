import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import picture from './story-sale.svg';

/** A story drawn in code, 176 by 312: an offer. */
export function StorySale() {
  return (
    <g>
      <image href={picture} width="176" height="312" />
      <text x="15" y="128" fontSize="20" fontWeight="500" fill="#C9BEFC">
        {t(authWords.saleTitle)}
      </text>
      <text x="12" y="180" fontSize="60" fontWeight="700" fill="#fff" letterSpacing="-3">
        40%
      </text>
      <text x="14" y="212" fontSize="27" fontWeight="700" fill="#fff" letterSpacing="-0.8">
        {t(authWords.saleText)}
      </text>
      <text x="85" y="288" fontSize="11" fontWeight="700" fill="#17162B" textAnchor="middle">
        {t(authWords.shopNow)}
      </text>
    </g>
  );
}
