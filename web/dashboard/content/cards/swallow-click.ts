const afterglow = 100;

/**
 * Makes the click that the browser sends after a finished gesture do nothing, not even follow a link. A click of the next
 * gesture counts, however soon it comes.
 */
export function swallowClick(): void {
  const over = new AbortController();
  const once = { capture: true, once: true, signal: over.signal };
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => over.abort();
  window.addEventListener('click', swallow, once);
  window.addEventListener('pointerdown', end, once);
  window.addEventListener('keydown', end, once);
  setTimeout(end, afterglow);
}
