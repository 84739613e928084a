import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from './PanelScene.module.css';
import { StoryCoat } from './StoryCoat.tsx';
import { StorySale } from './StorySale.tsx';
import { StoryShoe } from './StoryShoe.tsx';

/** Three stories and what they achieved, as one decorative picture. */
export function PanelScene() {
  return (
    <svg className={css.scene} viewBox="0 0 590 490" aria-hidden="true">
      <defs>
        <linearGradient id="panel-moon" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#5B3DF5" stopOpacity="0.75" />
          <stop offset="1" stopColor="#5B3DF5" stopOpacity="0.35" />
        </linearGradient>
        <filter id="panel-shadow" x="-40%" y="-40%" width="180%" height="260%">
          <feDropShadow dx="0" dy="18" stdDeviation="18" floodColor="#0B0530" floodOpacity="0.45" />
        </filter>
      </defs>
      <circle cx="290" cy="250" r="237" fill="url(#panel-moon)" />
      <g fill="none" stroke="#fff">
        <circle cx="290" cy="250" r="330" opacity="0.1" />
        <circle cx="290" cy="250" r="430" opacity="0.07" />
        <circle cx="290" cy="250" r="540" opacity="0.05" />
      </g>
      <g transform="translate(14 130) rotate(-7)" filter="url(#panel-shadow)">
        <StorySale />
      </g>
      <g transform="translate(393 108) rotate(7)" filter="url(#panel-shadow)">
        <StoryShoe />
      </g>
      <g transform="translate(180 54)" filter="url(#panel-shadow)">
        <StoryCoat />
      </g>
      <g transform="translate(386 412)" filter="url(#panel-shadow)">
        <rect width="152" height="58" rx="12" fill="#fff" />
        <path
          d="M16 32L22 26L27 30L33 23M28.5 23H33V27.5"
          fill="none"
          stroke="#12805C"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="42" y="22" fontSize="12" fontWeight="500" fill="#4E4D66">
          {t(authWords.ctr)}
        </text>
        <text x="42" y="43" fontSize="17" fontWeight="600" fill="#17162B">
          4.6%
        </text>
        <path
          d="M98 43V33M94.5 36.5L98 33L101.5 36.5"
          fill="none"
          stroke="#0B6B4B"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="106" y="42" fontSize="12" fontWeight="600" fill="#0B6B4B">
          48%
        </text>
      </g>
    </svg>
  );
}
