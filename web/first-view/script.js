// Runs before anything of the page is drawn: the theme, whether the frame of the dashboard stands there, and the files of
// the page that the address names, which are fetched while the document's own script still loads. `pages` is put in by the
// build: pairs of a pattern and files.
((pages) => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const choice = stored('storyrail.theme');
  const isDark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  globalThis.pageFiles = pages;
  root.dataset.theme = isDark ? 'dark' : 'light';
  const page = stored('storyrail.session') && pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
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
