import { BatteryFull, Signal, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

/** An app's screen with the story bar on top: in a phone's frame, or bare on a real phone. */
export function PhoneFrame(props: { framed: boolean; title: string; clock?: string; children: ReactNode }) {
  const screen = (
    <div className="showcase-app">
      <p className="showcase-app-title truncate">{props.title}</p>
      {props.children}
      <div className="showcase-blocks" aria-hidden>
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
  if (!props.framed) return screen;
  return (
    <div className="showcase-phone">
      <div className="showcase-screen">
        {screen}
        <div className="showcase-status" aria-hidden>
          <span className="num">{props.clock ?? '9:41'}</span>
          <span className="showcase-island" />
          <span className="showcase-signs">
            <Signal size={14} />
            <Wifi size={14} />
            <BatteryFull size={18} />
          </span>
        </div>
      </div>
    </div>
  );
}
