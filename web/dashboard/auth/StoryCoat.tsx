/** A story drawn in code, 220 by 391: a portrait with a poll over it. */
export function StoryCoat() {
  return (
    <g>
      <defs>
        <linearGradient id="coat-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#8C6E57" />
          <stop offset="0.28" stopColor="#E5BD98" />
          <stop offset="1" stopColor="#C58A5C" />
        </linearGradient>
        <linearGradient id="coat-shade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#17162B" stopOpacity="0.34" />
          <stop offset="1" stopColor="#17162B" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="coat-wool" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#C98D49" />
          <stop offset="1" stopColor="#A9692F" />
        </linearGradient>
        <linearGradient id="coat-ring" x1="0" y1="1" x2="1" y2="0">
          <stop offset="0" stopColor="#FFB020" />
          <stop offset="0.45" stopColor="#F0447B" />
          <stop offset="1" stopColor="#6A45FF" />
        </linearGradient>
        <clipPath id="coat-frame">
          <rect width="220" height="391" rx="20" />
        </clipPath>
      </defs>
      <g clipPath="url(#coat-frame)">
        <rect width="220" height="391" fill="url(#coat-sky)" />
        <circle cx="110" cy="160" r="92" fill="#F6E3CF" opacity="0.85" />
        <path d="M0 62C34 66 56 92 57 127C25 122 4 103 0 74Z" fill="#7F8B62" opacity="0.62" />
        <path d="M220 44C184 52 161 82 161 122C196 114 217 90 220 60Z" fill="#7F8B62" opacity="0.62" />
        <circle cx="120" cy="80" r="23" fill="#2B1B1A" />
        <path
          d="M67 226C64 190 66 150 72 126C79 100 96 88 112 88C138 88 152 108 153 138C154 172 157 200 152 226C140 234 82 234 67 226Z"
          fill="#33211F"
        />
        <path d="M97 196H127V246C122 262 102 262 97 246Z" fill="#D79B74" />
        <path d="M97 206C106 220 119 220 127 206V222C118 232 106 232 97 222Z" fill="#BE8059" />
        <path
          d="M82 146C82 116 94 104 112 104C131 104 140 118 140 146C140 182 128 208 111 208C94 208 82 182 82 146Z"
          fill="#F0BF9B"
        />
        <path
          d="M78 160C76 124 92 98 116 98C138 98 148 122 146 158C140 142 134 132 124 124C112 136 92 140 82 144Z"
          fill="#33211F"
        />
        <circle cx="77" cy="178" r="3.4" fill="#F3C04B" />
        <circle cx="146" cy="178" r="3.4" fill="#F3C04B" />
        <path d="M84 152H108V160C108 168 102 171 96 171C88 171 84 166 84 158Z" fill="#161523" />
        <path d="M115 152H140V158C140 166 135 171 128 171C120 171 115 167 115 160Z" fill="#161523" />
        <path d="M107 156C110 153 113 153 116 156" stroke="#161523" strokeWidth="2.4" fill="none" />
        <path d="M88 156L95 155" stroke="#6E6BA8" strokeWidth="2" strokeLinecap="round" />
        <path d="M119 156L126 155" stroke="#6E6BA8" strokeWidth="2" strokeLinecap="round" />
        <path d="M110 172L107 181H113" stroke="#D08F6B" strokeWidth="1.6" fill="none" strokeLinecap="round" />
        <path d="M101 189C106 186 109 187 111 188C114 187 118 186 122 189C117 196 106 196 101 189Z" fill="#B8323C" />
        <path d="M22 391C24 318 40 268 86 246L112 286L138 246C184 268 198 318 200 391Z" fill="url(#coat-wool)" />
        <path d="M97 242L112 262L127 242L132 250L118 330H106L92 250Z" fill="#FBF6EE" />
        <path d="M86 246L70 262L92 296L82 302L110 352L106 300Z" fill="#8E5524" />
        <path d="M138 246L154 262L132 296L142 302L114 352L118 300Z" fill="#8E5524" />
        <path d="M112 330V391" stroke="#7C481C" strokeWidth="2" />
        <circle cx="101" cy="372" r="4" fill="#5E3512" />
        <rect width="220" height="96" fill="url(#coat-shade)" />
        {[0, 1, 2, 3, 4].map((part) => (
          <rect
            key={part}
            x={12 + part * 40}
            y="11"
            width="36"
            height="3"
            rx="1.5"
            fill="#fff"
            opacity={part < 2 ? 1 : 0.5}
          />
        ))}
        <circle cx="26" cy="36" r="13" fill="none" stroke="url(#coat-ring)" strokeWidth="2" />
        <circle cx="26" cy="36" r="10.5" fill="#F6E3CF" />
        <path d="M18 41C18 32 20 28 26 28C32 28 34 32 34 41Z" fill="#33211F" />
        <circle cx="26" cy="37" r="5" fill="#F0BF9B" />
        <path d="M20 44C22 41 30 41 32 44C29 47 23 47 20 44Z" fill="#B8763A" />
        <text x="48" y="40.5" fontSize="13" fontWeight="600" fill="#fff">
          Autumn Edit
        </text>
        <g transform="translate(14 290)">
          <rect width="192" height="79" rx="12" fill="#fff" />
          <text x="96" y="25" fontSize="13" fontWeight="600" fill="#17162B" textAnchor="middle">
            Which coat for November?
          </text>
          <rect x="11" y="37" width="82" height="30" rx="8" fill="#EFECFE" />
          <rect x="99" y="37" width="82" height="30" rx="8" fill="#EFECFE" />
          <text x="52" y="56" fontSize="12" fontWeight="500" fill="#17162B" textAnchor="middle">
            Camel{' '}
            <tspan fontWeight="700" fill="#4C2DE0">
              61 %
            </tspan>
          </text>
          <text x="140" y="56" fontSize="12" fontWeight="500" fill="#17162B" textAnchor="middle">
            Navy{' '}
            <tspan fontWeight="700" fill="#4C2DE0">
              39 %
            </tspan>
          </text>
        </g>
      </g>
    </g>
  );
}
