/** A story drawn in code, 176 by 312: a running shoe. */
export function StoryShoe() {
  return (
    <g>
      <defs>
        <linearGradient id="shoe-ground" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#FFA37E" />
          <stop offset="1" stopColor="#F4604C" />
        </linearGradient>
        <clipPath id="shoe-frame">
          <rect width="176" height="312" rx="16" />
        </clipPath>
      </defs>
      <g clipPath="url(#shoe-frame)">
        <rect width="176" height="312" fill="url(#shoe-ground)" />
        <text x="20" y="46" fontSize="26" fontWeight="700" fill="#fff" letterSpacing="-0.8">
          Run
        </text>
        <text x="20" y="71" fontSize="26" fontWeight="700" fill="#fff" letterSpacing="-0.8">
          club
        </text>
        <circle cx="92" cy="160" r="66" fill="#FFC9A8" opacity="0.62" />
        <ellipse cx="92" cy="219" rx="64" ry="6" fill="#B23A2C" opacity="0.45" />
        <path
          d="M18 198L26 150C29 142 41 138 47 144C52 152 62 154 70 148L104 176C118 186 146 184 154 196C158 202 158 206 156 208H20C18 205 18 202 18 198Z"
          fill="#22356F"
        />
        <path d="M26 150C29 142 41 138 47 144C52 152 62 154 70 148L79 155C68 172 40 174 22 168Z" fill="#31509F" />
        <path d="M104 176C118 186 146 184 154 196L118 198C108 194 104 186 104 176Z" fill="#31509F" />
        <path d="M74 156L60 170M86 165L71 180M98 174L84 190" stroke="#fff" strokeWidth="8" strokeLinecap="round" />
        <path d="M22 192C52 202 82 200 108 194" stroke="#FFC93C" strokeWidth="5" fill="none" strokeLinecap="round" />
        <path d="M16 204H157C160 212 156 219 148 219H26C18 219 14 212 16 204Z" fill="#fff" />
        <rect x="44" y="272" width="92" height="24" rx="12" fill="#fff" />
        <text x="90" y="288" fontSize="11" fontWeight="700" fill="#17162B" textAnchor="middle">
          Shop now
        </text>
      </g>
    </g>
  );
}
