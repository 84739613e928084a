import './toast.css';
import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** One message: `undone` is for a change that was put back, with its reason. A null text shows nothing. */
export interface ToastMessage {
  kind: 'success' | 'error' | 'undone';
  text: string | null;
  action?: { label: string; onClick: () => void };
  /** Stands after the action. */
  second?: { label: string; onClick: () => void };
}

interface Shown extends ToastMessage {
  id: number;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);
const icons = { success: CircleCheck, error: CircleAlert, undone: RotateCcw };
const lifetime = { success: 5000, undone: 9000, error: 9000 };

function ToastRow({ message, onClose }: { message: Shown; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close.current(), message.action ? 9000 : lifetime[message.kind]);
    return () => clearTimeout(timer);
  }, [held, message]);
  const Icon = icons[message.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it longer
    <div
      className="sr-toast"
      data-kind={message.kind}
      role={message.kind === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span className="sr-toast-text">{message.text}</span>
      {[message.action, message.second].map((act) =>
        act ? (
          <button
            key={act.label}
            type="button"
            onClick={() => {
              act.onClick();
              onClose();
            }}
          >
            {act.label}
          </button>
        ) : null,
      )}
      <button type="button" aria-label="Close message" onClick={onClose}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

/** Shows the messages of everything below it, at most three at once; they wait while pointed at or focused. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Shown[]>([]);
  const next = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    if (!message.text) return;
    next.current += 1;
    const shown = { ...message, id: next.current };
    setMessages((before) => [...before.filter((one) => one.text !== message.text).slice(-2), shown]);
  }, []);
  const list = useRef<HTMLElement>(null);
  // An open dialog hides what lies outside of it; messages are meant for everyone at any time.
  useEffect(() => {
    if (messages.length > 0) list.current?.removeAttribute('aria-hidden');
  }, [messages]);
  const close = (id: number) => setMessages((before) => before.filter((one) => one.id !== id));
  return (
    <ToastContext.Provider value={show}>
      {children}
      {messages.length === 0
        ? null
        : createPortal(
            <section ref={list} className="sr-toasts" aria-label="Messages">
              {messages.map((message) => (
                <ToastRow key={message.id} message={message} onClose={() => close(message.id)} />
              ))}
            </section>,
            document.body,
          )}
    </ToastContext.Provider>
  );
}

/** The function that shows a message. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}
