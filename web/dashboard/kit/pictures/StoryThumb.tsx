import { Image } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import { isBarred } from '#contracts/story-group/fit.ts';
import css from './StoryThumb.module.css';
import { sized } from './sized.ts';

/** Properties of a StoryThumb; without a width it fills its place. */
export interface StoryThumbProps {
  src?: string | null | undefined;
  alt?: string;
  width?: number;
  /** Without a width, how many px wide it is drawn at most: so large a picture is loaded. */
  atMost?: number;
  /** Fades the picture of an inactive story. */
  off?: boolean;
  children?: ReactNode;
}

/** A picture of a story, always 9:16, with bars where people see it so; children lie over it. */
export function StoryThumb({ src, alt = '', width, atMost = 240, off, children }: StoryThumbProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const [barred, setBarred] = useState(false);
  const style: CSSProperties = { width: width ?? '100%', borderRadius: (width ?? 100) > 60 ? 8 : 5 };
  return (
    <span
      className={css.thumb}
      data-kit="thumb"
      data-off={off || undefined}
      data-barred={barred || undefined}
      style={style}
    >
      {src && failed !== src ? (
        <img
          {...sized(src, width ?? atMost, storyWidths)}
          alt={alt}
          loading="lazy"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: w, naturalHeight: h } }) =>
            setBarred(isBarred({ width: w, height: h }))
          }
          onError={() => setFailed(src)}
        />
      ) : (
        <Image size={16} aria-hidden />
      )}
      {children}
    </span>
  );
}

/** The tile '+N' after the thumbnails that are shown. */
export function MoreTile({ count, width }: { count: number; width?: number }) {
  return (
    <span className={css.thumb} data-kit="thumb" data-more style={{ width: width ?? '100%' }}>
      +{count}
    </span>
  );
}
