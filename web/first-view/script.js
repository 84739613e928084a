// Runs before anything of the page is drawn: the theme, whether the frame of the dashboard stands there, and the files of
// the page that the address names and the tokens of the session, which are fetched while the document's own script still
// loads. `pages` is put in by the build: pairs of a pattern and files.
((pages) => {
  const root = document.documentElement;
  const stored = (storage, key) => {
    try {
      return globalThis[storage].getItem(key);
    } catch {
      return null;
    }
  };
  const choice = stored('localStorage', 'storyrail.theme');
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  globalThis.pageFiles = pages;
  root.dataset.theme = isDark ? 'dark' : 'light';

  const key = 'storyrail.session';
  // The token that continues the session is in a cookie that no script can read. One that this browser kept in its storage
  // before there was a cookie is handed over, once. The call outlives the page: an answer that nobody waits for any more
  // still brings the next cookie.
  const ask = async () => {
    const kept = stored('localStorage', key) ?? '';
    const [, refresh_token] = /"refresh_token":"([^"]+)"/.exec(kept) ?? [];
    const answer = await fetch('/api/refresh', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
      body: JSON.stringify({ refresh_token }),
    });
    if (refresh_token && answer.ok) localStorage.setItem(key, kept.replace(refresh_token, ''));
    return { status: answer.status, at: Date.now(), body: await answer.json().catch(() => null) };
  };
  globalThis.askSession = ask;
  const isIn = stored('localStorage', key) !== null;
  const page = isIn && pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
  // Who acts as somebody in this tab has a token there. Of several pages one asks at a time: each cookie is good once.
  if (isIn && (page || /^\/admin(\/|$)/.test(location.pathname)) && !stored('sessionStorage', 'storyrail.login-as')) {
    globalThis.firstSession = navigator.locks?.request(key, ask) ?? ask();
    globalThis.firstSession.catch(() => undefined);
  }
  if (!page) return;
  root.dataset.framed = '';
  for (const file of page[1]) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
})(globalThis.firstPages);
