import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import picture from './story-coat.svg';

/** A story drawn in code, 220 by 391: a portrait with a poll over it. */
export function StoryCoat() {
  return (
    <g>
      <image href={picture} width="220" height="391" />
      <text x="48" y="40.5" fontSize="13" fontWeight="600" fill="#fff">
        {t(authWords.coatTitle)}
      </text>
      <g transform="translate(14 290)">
        <text x="96" y="25" fontSize="13" fontWeight="600" fill="#17162B" textAnchor="middle">
          {t(authWords.coatQuestion)}
        </text>
        <text x="52" y="56" fontSize="12" fontWeight="500" fill="#17162B" textAnchor="middle">
          {t(authWords.camel)}{' '}
          <tspan fontWeight="700" fill="#4C2DE0">
            61%
          </tspan>
        </text>
        <text x="140" y="56" fontSize="12" fontWeight="500" fill="#17162B" textAnchor="middle">
          {t(authWords.navy)}{' '}
          <tspan fontWeight="700" fill="#4C2DE0">
            39%
          </tspan>
        </text>
      </g>
    </g>
  );
}
