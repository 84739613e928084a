import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import type { PaletteLine } from './acts.ts';
import { fitsWords } from './match.ts';
import { inKinds, pagesFor, paletteEntryOf } from './places.ts';
import { useGeneralActs } from './use-general-acts.ts';
import { useGroupActs } from './use-group-acts.ts';
import { usePages } from './use-pages.ts';
import { useRecentPlaces } from './use-recent-places.ts';
import { useSearch } from './use-search.ts';

/** Lines of the palette under their heading. */
export interface Section {
  name: string;
  lines: readonly PaletteLine[];
}

/** What the palette lists for a text: without one the recent places, acts and pages, else what fits. */
export function useSections(text: string) {
  const pages = usePages();
  const { hits, waiting, failed, retry } = useSearch(text);
  const recent = useRecentPlaces(pages);
  const general = useGeneralActs();
  const groups = useGroupActs(text, hits, recent);
  const fitting = general.filter(({ title, words }) => fitsWords(text, `${title} ${words}`));
  const acts: Section = { name: t(paletteWords.acts), lines: [...groups.acts, ...fitting] };
  const found = pagesFor(pages, text);
  const known = new Set(hits.map(({ id }) => id));
  const sections: Section[] =
    text.trim() === ''
      ? [
          { name: t(paletteWords.recent), lines: recent },
          acts,
          {
            name: t(paletteWords.pages),
            lines: found.filter((one) => !recent.some(({ key }) => key === one.key)),
          },
        ]
      : [
          ...(groups.named ? [acts] : []),
          ...inKinds(
            [...hits, ...groups.hits.filter(({ id }) => !known.has(id))].map(paletteEntryOf).concat(found),
          ).map(({ name, places }) => ({ name, lines: places })),
          ...(groups.named ? [] : [acts]),
        ];
  return {
    sections: sections.filter(({ lines }) => lines.length > 0),
    waiting: waiting || groups.waiting,
    failed,
    retry,
  };
}
