import { useState } from 'react';
import { firstLetter, initials } from '../text/format.ts';
import css from './Avatar.module.css';

// White text reaches 4.5:1 on each of them.
const grounds = ['#0B7285', '#2B6A3F', '#A8480B', '#5B3DF5', '#9B2461', '#1D4E89', '#7A4B12', '#475569'];

function hashOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

/** The color of an id: its last part decides, since ids of one moment begin alike. White text is readable on it. */
export function groundOf(id: string): string | undefined {
  let sum = 0x811c9dc5;
  for (const letter of id.slice(-12)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return grounds[(sum >>> 8) % grounds.length];
}

/** The initials of a person on the color of their id, which is the same wherever they appear; without one, of their name. */
export function Avatar({ name, id, size = 30 }: { name: string; id: string | null; size?: number }) {
  return (
    <span
      className={css.root}
      data-kit="avatar"
      aria-hidden
      style={{ width: size, height: size, background: groundOf(id ?? name), fontSize: size * 0.38 }}
    >
      {initials(name)}
    </span>
  );
}

const appGrounds = ['#123F35', '#123A6B', '#6B1B35', '#3F2A7E', '#7A3B0C', '#1F4B5C'];

/** Properties of an AppIcon; `seed` (the app's id) keeps apps of one name apart by colour. */
export interface AppIconProps {
  title: string;
  src?: string | null | undefined;
  size?: number;
  seed?: string;
}

/** The icon of an app, or its first letter on a dark square. */
export function AppIcon({ title, src, size = 24, seed = title }: AppIconProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src && failed !== src)
    return <img className={css.appIcon} src={src} alt="" width={size} height={size} onError={() => setFailed(src)} />;
  const background = appGrounds[hashOf(seed) % appGrounds.length];
  return (
    <span className={css.appIcon} aria-hidden style={{ width: size, height: size, background, fontSize: size * 0.52 }}>
      {(firstLetter(title.trim()) || '?').toUpperCase()}
    </span>
  );
}
