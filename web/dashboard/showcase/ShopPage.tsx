import type { ReactNode } from 'react';
import css from './ShopPage.module.css';

function Scene({ ground, wide, children }: { ground: string; wide?: boolean; children: ReactNode }) {
  return (
    <svg aria-hidden viewBox={wide ? '0 0 200 104' : '0 0 96 72'} preserveAspectRatio="xMidYMid slice">
      <rect width="100%" height="100%" fill={ground} />
      {children}
    </svg>
  );
}

const sofa = (
  <Scene ground="#BFD0BC" wide>
    <rect y="86" width="200" height="18" fill="#EADFCB" />
    <rect x="164" y="20" width="2.5" height="68" fill="#5D4636" />
    <path d="M152 22h27l-6-16h-15z" fill="#F5EBDD" />
    <rect x="46" y="34" width="96" height="34" rx="10" fill="#2F6150" />
    <rect x="54" y="56" width="80" height="22" rx="6" fill="#3D7763" />
    <rect x="36" y="46" width="22" height="36" rx="9" fill="#25513F" />
    <rect x="130" y="46" width="22" height="36" rx="9" fill="#25513F" />
    <rect x="72" y="38" width="24" height="22" rx="4" fill="#E9A775" transform="rotate(-9 84 49)" />
    <path d="M44 82v8m100-8v8" stroke="#5D4636" strokeWidth="3.5" strokeLinecap="round" />
  </Scene>
);

const bag = (
  <Scene ground="#F7CF97">
    <path d="M33 34c0-26 30-26 30 0" fill="none" stroke="#7C3A18" strokeWidth="4" />
    <path d="M22 32h52l6 40H16z" fill="#B45426" />
    <path d="M22 32h52l2 14c-18 8-38 8-56 0z" fill="#8F3F1A" />
    <rect x="44" y="46" width="8" height="9" rx="2" fill="#F1D590" />
  </Scene>
);

const glasses = (
  <Scene ground="#FFD75B">
    <path d="M0 72 96 18v54z" fill="#FDE58F" />
    <path d="M14 36 4 30m78 6 10-6" stroke="#1C1A2E" strokeWidth="4" strokeLinecap="round" />
    <path d="M12 34h32v8a15 15 0 0 1-32 0zm40 0h32v8a15 15 0 0 1-32 0z" fill="#1C1A2E" />
    <path d="M42 38q6-5 12 0" fill="none" stroke="#1C1A2E" strokeWidth="4" />
    <path d="m20 48 8-9m32 9 8-9" stroke="#7D78D8" strokeWidth="3" strokeLinecap="round" />
  </Scene>
);

const knits = (
  <Scene ground="#CFE1F1">
    <rect x="18" y="16" width="60" height="18" rx="9" fill="#D9A441" />
    <rect x="14" y="34" width="68" height="19" rx="9" fill="#C24E33" />
    <rect x="18" y="53" width="62" height="19" rx="9" fill="#274C86" />
    <path d="M28 22h40M28 28h40M24 41h48M24 47h48" stroke="#fff" strokeOpacity=".45" strokeDasharray="3 3" />
  </Scene>
);

const chair = (
  <Scene ground="#D8CDF1">
    <path d="M32 10q16-6 32 0l3 32H29z" fill="#EF7443" />
    <rect x="24" y="40" width="48" height="13" rx="6" fill="#D95F30" />
    <path d="m31 53-6 19m40-19 6 19" stroke="#5B3A2C" strokeWidth="3.5" strokeLinecap="round" />
  </Scene>
);

const goods = [
  { key: 'bag', scene: bag },
  { key: 'glasses', scene: glasses },
  { key: 'knits', scene: knits },
  { key: 'chair', scene: chair },
];

/** What an app shows below the story bar: a shop with a picture and some goods, without words. */
export function ShopPage() {
  return (
    <div className={css.shop} aria-hidden>
      <div className={css.hero}>{sofa}</div>
      {goods.map(({ key, scene }) => (
        <div key={key} className={css.good}>
          {scene}
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
