import { useEffect } from 'react';

/** Where the focus was: the element, and what it stood in up to its page or dialog, nearest first, each with the place in it. */
interface Place {
  element: HTMLElement;
  within: { parent: HTMLElement; at: number }[];
}

/** Dialogs over dialogs and the buttons that opened them: no more than these are open at once. */
const mostPlaces = 8;
/** What can be pressed; fields are left out, since a phone opens its keyboard for them. */
const pressable =
  ':is(a[href],button,[role=button],[tabindex="0"]):not(:disabled,[tabindex="-1"],input,textarea,select)';

function placeOf(element: HTMLElement): Place {
  const room = element.closest('#main,[role=dialog],[role=alertdialog]') ?? element.parentElement;
  const within: Place['within'] = [];
  for (let part = element; part !== room && part.parentElement; part = part.parentElement)
    within.push({ parent: part.parentElement, at: [...part.parentElement.children].indexOf(part) });
  return { element, within };
}

const canTake = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && !element.closest('[aria-hidden="true"],[inert]');

/** What is pressed next to where something stood: in what took its place, else before it. */
function nextTo({ parent, at }: Place['within'][number]): HTMLElement | undefined {
  const parts = [...parent.children];
  return [...parts.slice(at), ...parts.slice(0, at).reverse()]
    .flatMap(
      (part) => [...(part.matches(pressable) ? [part] : []), ...part.querySelectorAll(pressable)] as HTMLElement[],
    )
    .find(canTake);
}

/** What takes the focus in place of what was removed; undefined where all that was around it is gone as well. */
function heirOf({ element, within }: Place): HTMLElement | undefined {
  if (element.isConnected) return canTake(element) ? element : undefined;
  for (const level of within) {
    if (!level.parent.isConnected) continue;
    const heir = level.parent.id === 'main' ? level.parent : nextTo(level);
    if (heir) return heir;
  }
  return undefined;
}

/**
 * Keeps the keyboard's place when what has the focus is removed, such as a row by its own button: what is next to it takes it
 * over, else the page. Without that the focus falls to the document, and a screen reader begins again at its top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: Place[] = [];
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => !document.activeElement || document.activeElement === document.body;
    const isOwed = () => isLost() && places[0]?.element.isConnected === false;
    const hand = () => {
      if (!isOwed()) return;
      for (const place of places) {
        const heir = heirOf(place);
        heir?.focus({ preventScroll: true });
        if (!isLost()) return;
      }
    };
    // At once, before the next key is read; and once more when a dialog that closed has freed the page behind it.
    const observer = new MutationObserver(() => {
      hand();
      clearTimeout(waiting);
      if (isOwed()) waiting = setTimeout(hand);
    });
    const onFocus = ({ target }: FocusEvent) => {
      const element = target as HTMLElement;
      places = [placeOf(element), ...places.filter((place) => place.element !== element)].slice(0, mostPlaces);
    };
    // Who presses beside everything wants the focus nowhere.
    const onBlur = ({ target }: FocusEvent) =>
      setTimeout(() => {
        if (isLost() && (target as Element).isConnected) places = [];
      });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      observer.disconnect();
      clearTimeout(waiting);
    };
  }, []);
}
