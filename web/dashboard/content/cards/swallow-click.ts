const afterglow = 100;

/** Makes the click that the browser sends after a finished gesture do nothing, not even follow a link. */
export function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), afterglow);
}
