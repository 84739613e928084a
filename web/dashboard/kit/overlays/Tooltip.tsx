import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import css from './Tooltip.module.css';

/** Properties of a Tooltip around one element that takes DOM attributes. */
export interface TooltipProps {
  text: string | null | undefined;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** Whether the text adds to the element's name (true) or only repeats it. */
  describes?: boolean;
}

function Bubble({ id, text, anchor }: { id: string; text: string; anchor: Element }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    const box = anchor.getBoundingClientRect();
    const own = bubble.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), window.innerWidth - own.width - 8);
    const above = box.top - own.height - 6;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above >= 8 ? above : box.bottom + 6}px`;
  });
  return createPortal(
    <div ref={ref} id={id} role="tooltip" className={css.root}>
      {text}
    </div>,
    // In the page's landmark, where readers find it; what stands over the page has no landmark of its own.
    anchor.closest('main') ?? document.body,
  );
}

const acting = 'a, button, input, label, [role="button"], [role="option"], [role^="menuitem"]';
const off = '[aria-disabled="true"], :has(:disabled)';

/** Whether a tap there does nothing by itself: on what is off, or on what only shows something. */
const doesNothing = (target: Element): boolean => {
  const part = target.closest(acting);
  return part === null || part.matches(off);
};

/** Shows a short text on hover, on keyboard focus and at a tap that does nothing else; Escape or a tap elsewhere hides it. */
export function Tooltip({ text, children, describes = true }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const touched = useRef(false);
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null);
    const onScroll = () => setAnchor(null);
    const onDown = ({ target }: PointerEvent) => !anchor.contains(target as Node) && setAnchor(null);
    window.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onScroll, true);
    window.addEventListener('pointerdown', onDown, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onScroll, true);
      window.removeEventListener('pointerdown', onDown, true);
    };
  }, [anchor]);
  if (!text) return children;
  const own = children.props;
  const child = cloneElement(children, {
    'aria-describedby': anchor && describes ? id : own['aria-describedby'],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (event.pointerType === 'touch') return;
      const target = event.currentTarget;
      timer.current = setTimeout(() => setAnchor(target), 300);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event);
      touched.current = event.pointerType === 'touch';
      hide();
    },
    onClick: (event) => {
      own.onClick?.(event);
      if (touched.current && doesNothing(event.target as Element)) setAnchor(event.currentTarget);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hide();
    },
  });
  return (
    <>
      {child}
      {anchor ? <Bubble id={id} text={text} anchor={anchor} /> : null}
    </>
  );
}
