import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import type { NotificationPayload } from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import css from './Messages.module.css';
import { kinds, type MessageAct, shownOf } from './shown-messages.ts';

const icons = { success: CircleCheck, error: CircleAlert, undone: RotateCcw };
const lifetimes = { success: 5000, undone: 9000, error: 9000 };
const keptLifetime = 30_000;

const keys = new WeakMap<NotificationPayload, number>();
let lastKey = 0;

function keyOf(message: NotificationPayload): number {
  const known = keys.get(message);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(message, lastKey);
  return lastKey;
}

interface MessageProps {
  payload: NotificationPayload;
  text: ReactNode;
  onClose: () => void;
}

function Message({ payload, text, onClose }: MessageProps) {
  const [held, setHeld] = useState(false);
  const [kept, setKept] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  const kind = kinds[payload.type];
  const acts = (payload.notificationOptions?.acts ?? []) as readonly MessageAct[];
  const lifetime = kept ? keptLifetime : acts.length > 0 ? 9000 : lifetimes[kind];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close.current(), lifetime);
    return () => clearTimeout(timer);
  }, [held, lifetime]);
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it longer
    <div
      className={css.toast}
      data-kit="toast"
      data-kind={kind}
      role={kind === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span className={css.toastText}>{text}</span>
      {acts.map(({ label, onClick, keeps }) => (
        <button
          key={label}
          type="button"
          onClick={() => {
            onClick();
            if (keeps) setKept(true);
            else onClose();
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" aria-label={t(kitWords.closeMessage)} onClick={onClose}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

/** Properties of Messages; `textOf` says what of a message is shown where that is not the message itself. */
export interface MessagesProps {
  queue: readonly NotificationPayload[];
  onQueue: (change: (queue: readonly NotificationPayload[]) => NotificationPayload[]) => void;
  textOf?: (payload: NotificationPayload) => ReactNode;
}

/**
 * Shows a queue of messages, at most three at once; they wait while pointed at or focused. Its region is there before the
 * first one is, as what is read out is only what comes into one.
 */
export function Messages({ queue, onQueue, textOf = ({ message }) => message }: MessagesProps) {
  const messages = shownOf(queue);
  const list = useRef<HTMLElement>(null);
  const dropped = messages.length < queue.length;
  // What a newer message has pushed out does not come back when that one closes.
  useEffect(() => {
    if (dropped) onQueue(shownOf);
  }, [dropped, onQueue]);
  // An open dialog hides what lies outside of it; messages are meant for everyone at any time.
  useEffect(() => {
    const region = list.current!;
    const observer = new MutationObserver(() => region.removeAttribute('aria-hidden'));
    observer.observe(region, { attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, []);
  return createPortal(
    <section ref={list} className={css.toasts} aria-label={t(kitWords.messages)} aria-live="polite">
      {messages.map((payload) => (
        <Message
          key={keyOf(payload)}
          payload={payload}
          text={textOf(payload)}
          onClose={() => onQueue((held) => held.filter((one) => one !== payload))}
        />
      ))}
    </section>,
    document.body,
  );
}
