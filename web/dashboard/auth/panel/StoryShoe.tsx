import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import picture from './story-shoe.svg';

/** A story drawn in code, 176 by 312: a running shoe. */
export function StoryShoe() {
  return (
    <g>
      <image href={picture} width="176" height="312" />
      <text x="20" y="46" fontSize="26" fontWeight="700" fill="#fff" letterSpacing="-0.8">
        {t(authWords.run)}
      </text>
      <text x="20" y="71" fontSize="26" fontWeight="700" fill="#fff" letterSpacing="-0.8">
        {t(authWords.club)}
      </text>
      <text x="90" y="288" fontSize="11" fontWeight="700" fill="#17162B" textAnchor="middle">
        {t(authWords.shopNow)}
      </text>
    </g>
  );
}
