/** Resolves when what is drawn now was painted; a hidden page paints nothing, and is not waited for. */
export const afterPaint = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) return done();
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });
