import { cloneElement, type HTMLAttributes, lazy, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { LazyPart } from '../states/LazyPart.tsx';

/** Properties of a Tooltip around one element that takes DOM attributes. */
export interface TooltipProps {
  text: string | null | undefined;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
  /** Whether the text adds to the element's name (true) or only repeats it. */
  describes?: boolean;
}

const Bubble = lazy(() => import('./Bubble.tsx'));

/** What a tap acts on: neither what is off, nor what only shows something. */
const acting =
  ':is(a,button,input,label,[role=button],[role=option],[role^=menuitem]):not([aria-disabled=true],:has(:disabled))';

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
    const events = ['keydown', 'scroll', 'pointerdown'];
    const onEvent = ({ type, key, target }: Event & { key?: string }) => {
      if (key ? key === 'Escape' : type === 'scroll' || !anchor.contains(target as Node)) setAnchor(null);
    };
    for (const name of events) window.addEventListener(name, onEvent, true);
    return () => {
      for (const name of events) window.removeEventListener(name, onEvent, true);
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
      if (touched.current && !(event.target as Element).closest(acting)) setAnchor(event.currentTarget);
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
      {anchor ? (
        <LazyPart>
          <Bubble id={id} text={text} anchor={anchor} />
        </LazyPart>
      ) : null}
    </>
  );
}
