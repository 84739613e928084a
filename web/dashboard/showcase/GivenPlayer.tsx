import { useEffect, useState } from 'react';
import type { SdkGroup } from '#contracts/sdk/protocol.ts';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import { PhoneHost, PhoneNote } from './PhoneFrame.tsx';
import { loadScript } from './use-player.ts';

type PlayerElement = HTMLElement & { show(groups: readonly SdkGroup[]): void; open(groupId: string): boolean };

/** Properties of the GivenPlayer: the groups, and the id of the one that it plays at once. */
interface GivenPlayerProps {
  bar: readonly SdkGroup[];
  start?: string;
  /** Stories play in the frame around it rather than over the whole page. */
  contained?: boolean;
}

/** The real player with groups that it is given; what is watched here counts nowhere. */
export function GivenPlayer({ bar, start, contained = true }: GivenPlayerProps) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!host) return;
    const rail = document.createElement('story-rail') as PlayerElement;
    rail.toggleAttribute('contained', contained);
    rail.toggleAttribute('preview', true);
    rail.setAttribute('locale', 'en');
    const playing = (on: boolean) => () => host.toggleAttribute('data-playing', on);
    rail.addEventListener('story-rail:open', playing(true));
    rail.addEventListener('story-rail:close', playing(false));
    host.append(rail);
    const forget = loadScript(() => setFailed(true));
    let gone = false;
    customElements
      .whenDefined('story-rail')
      .then(() => {
        if (!gone) rail.show(bar);
      })
      // The bar is drawn after it was given.
      .then(() => {
        if (!gone && start) rail.open(start);
      });
    return () => {
      gone = true;
      forget();
      rail.remove();
    };
  }, [host, bar, start, contained]);
  if (failed) return <PhoneNote>{t(showcaseWords.playerDidNotLoad)}</PhoneNote>;
  return <PhoneHost ref={setHost} />;
}
