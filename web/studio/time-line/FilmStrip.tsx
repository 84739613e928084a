import { useEffect, useRef, useState } from 'react';
import css from './TimeLine.module.css';

/** Frames of the story's video over its bar, once they are in sight; nothing where the browser can't show them. */
export function FilmStrip({ src }: { src: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const draw = async () => {
      const { drawFilm } = await import('./draw-film.ts');
      if (canvas.current) await drawFilm(canvas.current, src, { signal, onDrawn: () => setDrawn(true) });
    };
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry!.isIntersecting) return;
      seen.disconnect();
      draw().catch(() => undefined);
    });
    seen.observe(canvas.current!);
    return () => {
      seen.disconnect();
      over.abort();
      setDrawn(false);
    };
  }, [src]);
  return <canvas ref={canvas} className={css.film} data-drawn={drawn || undefined} aria-hidden />;
}
