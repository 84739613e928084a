// Runs before anything of the page is drawn: the theme, whether the frame of the dashboard stands there, and what is fetched
// while the document's own script still loads: a token for who is signed in, and the files of the page that the address
// names. `pages` is put in by the build: pairs of a pattern and the names of files.
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

  // The cookie that continues the session is seen by no script. The call outlives the page: an answer that nobody waits for
  // any more still brings the next cookie.
  const ask = (refresh_token) =>
    fetch('/api/refresh', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-session': 'cookie' },
      body: JSON.stringify({ refresh_token }),
    });
  globalThis.askSession = ask;
  const key = 'storyrail.session';
  const kept = stored('localStorage', key);
  const page = kept && pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
  // What this browser kept before there was a cookie, {"token":"…","refresh_token":"…", is handed over and stays no longer.
  const [, , , token, , , , former] = kept?.split('"') ?? [];
  if (former) localStorage.setItem(key, JSON.parse(atob(token.split('.')[1])).sub);
  // Who acts as somebody in this tab has a token there. Of several pages one asks at a time: each cookie is good once.
  if (former || (page && !stored('sessionStorage', 'storyrail.login-as')))
    globalThis.firstSession = (navigator.locks?.request(key, () => ask(former)) ?? ask(former)).catch(() => undefined);
  if (!page) return;
  root.dataset.framed = '';
  for (const file of page[1].split(' ')) {
    const [rel, as] = file.endsWith('.css') ? ['preload', 'style'] : ['modulepreload', 'script'];
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel, as, crossOrigin: '', href: `/assets/${file}` }));
  }
})(globalThis.firstPages);
