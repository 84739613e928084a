import { BatteryFull, Signal, Wifi } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import css from './PhoneFrame.module.css';
import { ShopPage } from './ShopPage.tsx';

/** Properties of a PhoneFrame; `small` is for one beside other content. */
export interface PhoneFrameProps {
  framed: boolean;
  small?: boolean;
  title: string;
  clock?: string;
  children: ReactNode;
}

/** Where the player draws inside a PhoneFrame. */
export function PhoneHost({ ref, playing }: { ref: Ref<HTMLDivElement>; playing?: boolean }) {
  return <div ref={ref} className={css.host} data-playing={playing || undefined} />;
}

/** A line of text on the screen of a PhoneFrame, or below it with `caption`. */
export function PhoneNote({ caption, role, children }: { caption?: boolean; role?: 'status'; children: ReactNode }) {
  return (
    <p role={role} className={`${css.note} ${caption ? 't-caption' : 't-small'}`}>
      {children}
    </p>
  );
}

/** An app's screen with the story bar on top: in a phone's frame, or bare on a real phone. */
export function PhoneFrame(props: PhoneFrameProps) {
  const screen = (
    <div className={css.app}>
      <p className={`${css.appTitle} truncate`}>{props.title}</p>
      {props.children}
      <ShopPage />
    </div>
  );
  if (!props.framed) return screen;
  return (
    <div className={css.phone} data-small={props.small || undefined}>
      <div className={css.screen}>
        {screen}
        <div className={css.status} aria-hidden>
          <span className="num">{props.clock ?? '9:41'}</span>
          <span className={css.island} />
          <span className={css.signs}>
            <Signal size={14} />
            <Wifi size={14} />
            <BatteryFull size={18} />
          </span>
        </div>
      </div>
    </div>
  );
}
