/** A story drawn in code, 176 by 312: an offer. */
export function StorySale() {
  return (
    <g>
      <defs>
        <linearGradient id="sale-ground" x1="0" y1="0" x2="0.4" y2="1">
          <stop offset="0" stopColor="#6A48FF" />
          <stop offset="1" stopColor="#3A1EC4" />
        </linearGradient>
        <clipPath id="sale-frame">
          <rect width="176" height="312" rx="16" />
        </clipPath>
      </defs>
      <g clipPath="url(#sale-frame)">
        <rect width="176" height="312" fill="url(#sale-ground)" />
        <circle cx="148" cy="52" r="66" fill="#8B70FF" opacity="0.6" />
        <circle cx="34" cy="270" r="84" fill="#2A129E" opacity="0.7" />
        <text x="15" y="128" fontSize="20" fontWeight="500" fill="#C9BEFC">
          Black Week
        </text>
        <text x="12" y="180" fontSize="60" fontWeight="700" fill="#fff" letterSpacing="-3">
          40%
        </text>
        <text x="14" y="212" fontSize="27" fontWeight="700" fill="#fff" letterSpacing="-0.8">
          off coats
        </text>
        <rect x="37" y="272" width="96" height="24" rx="12" fill="#FFC93C" />
        <text x="85" y="288" fontSize="11" fontWeight="700" fill="#17162B" textAnchor="middle">
          Shop now
        </text>
      </g>
      <rect x="0.5" y="0.5" width="175" height="311" rx="15.5" fill="none" stroke="#fff" opacity="0.22" />
    </g>
  );
}
