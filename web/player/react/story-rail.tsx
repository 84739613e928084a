import { type CSSProperties, createElement, type HTMLAttributes, type Ref, useEffect, useRef } from 'react';

/** What was open when an event happened; `url` is where a click leads. */
export interface StoryRailDetail {
  group_id: string;
  story_id: string;
}
export interface StoryRailClick extends StoryRailDetail {
  url: string;
}

/** The element itself: `open` shows a group and answers false for one that is not in the bar. */
export interface StoryRailElement extends HTMLElement {
  consent: boolean;
  preview: boolean;
  open(groupId: string): boolean;
  close(): void;
}

/** The attributes of `<story-rail>`; in React 19 `consent` and `preview` may be booleans. */
export interface StoryRailAttributes extends HTMLAttributes<HTMLElement> {
  token: string;
  labels?: string;
  'viewer-id'?: string;
  'device-id'?: string;
  'app-version'?: string;
  locale?: string;
  consent?: boolean | 'true' | 'false';
  preview?: boolean | '';
  ref?: Ref<StoryRailElement>;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'story-rail': StoryRailAttributes;
    }
  }
}

/** Properties of StoryRail. `script` is the address of player.js, for pages that do not load it themselves. */
export interface StoryRailProps {
  token: string;
  /** Whether the viewer may be known. Where it is missing, the viewer is. */
  consent?: boolean;
  /** Sends and keeps nothing, for pages on which a team looks at its own stories. */
  preview?: boolean;
  labels?: readonly string[];
  viewerId?: string;
  deviceId?: string;
  appVersion?: string;
  locale?: string;
  script?: string;
  className?: string;
  style?: CSSProperties;
  onOpen?: (detail: StoryRailDetail) => void;
  onClose?: (detail: StoryRailDetail) => void;
  /** A handler that calls `event.preventDefault()` follows the link itself. */
  onClick?: (event: CustomEvent<StoryRailClick>) => void;
}

/** The story bar of one instance. It writes consent as a word, so that a `false` is there before the player has loaded. */
export function StoryRail(props: StoryRailProps) {
  const element = useRef<StoryRailElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const rail = element.current;
    if (!rail) return;
    const opened = (event: Event) => latest.current.onOpen?.((event as CustomEvent<StoryRailDetail>).detail);
    const closed = (event: Event) => latest.current.onClose?.((event as CustomEvent<StoryRailDetail>).detail);
    const clicked = (event: Event) => latest.current.onClick?.(event as CustomEvent<StoryRailClick>);
    rail.addEventListener('story-rail:open', opened);
    rail.addEventListener('story-rail:close', closed);
    rail.addEventListener('story-rail:click', clicked);
    return () => {
      rail.removeEventListener('story-rail:open', opened);
      rail.removeEventListener('story-rail:close', closed);
      rail.removeEventListener('story-rail:click', clicked);
    };
  }, []);
  const { token, consent, preview, labels, viewerId, deviceId, appVersion, locale, script, className, style } = props;
  const rail = createElement('story-rail', {
    ref: element,
    token,
    consent: consent === undefined ? undefined : consent ? 'true' : 'false',
    preview: preview ? '' : undefined,
    labels: labels?.length ? labels.join(',') : undefined,
    'viewer-id': viewerId,
    'device-id': deviceId,
    'app-version': appVersion,
    locale,
    className,
    style,
  });
  return script ? (
    <>
      <script async type="module" src={script} />
      {rail}
    </>
  ) : (
    rail
  );
}
