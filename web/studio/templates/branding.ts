import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type BrandKit, emptyBrandKit } from '#contracts/account/brand-kit.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { loadedSize } from '../media/loaded-size.ts';
import { behindWords, placeOfLogo } from './built-in/picture-facts.ts';
import { type BrandedFacts, inBrand, isEmptyKit } from './in-brand.ts';
import { brandKitQuery } from './template-queries.ts';

/** The brand in which built-in templates are drawn. */
export interface Branding {
  kit: BrandKit;
  logos: BrandedFacts['logos'];
}

type Logo = NonNullable<BrandedFacts['logos']['light']>;

/** A logo with its size: undefined while that is loaded, null where there is none or it can't be loaded, which is tried again. */
function useLogo(src: string | null, alt: string): Logo | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['brand-logo', src],
    queryFn: () => loadedSize(src!),
    enabled: src !== null,
    retry: 2,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (src === null || isError) return null;
    return data && { src, ...data, alt };
  }, [src, alt, data, isError]);
}

/** A built-in design in a brand; `id` is its template's, `picture` its background. */
export function brandedTemplate(id: string, picture: string | null, studio: Studio, { kit, logos }: Branding): Studio {
  return inBrand(studio, kit, {
    hasMedium: picture !== null,
    behind: behindWords(id),
    logoPlace: placeOfLogo(id),
    logos,
  });
}

const keyOf = (userId: string): string => `storyrail.studio.as-drawn.${userId}`;

function chosenOff(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

/** Whether built-in templates are shown in the account's brand, which each person chooses; null: there is no brand yet. */
export interface BrandSwitch {
  on: boolean | null;
  set: (on: boolean) => void;
  /** The brand, once its logos are there; null where templates are shown as they are drawn. */
  branding: Branding | null;
}

/** Reads the account's brand and remembers, in this browser, who wants to see templates as they are drawn. */
export function useBrandSwitch(): BrandSwitch {
  const { user, account } = useSession();
  const { data: kit = emptyBrandKit } = useQuery(brandKitQuery);
  const [off, setOff] = useState(() => chosenOff(user.id));
  const alt = t(words.logoAlt, { account: account.name });
  const light = useLogo(kit.logo.light, alt);
  const dark = useLogo(kit.logo.dark, alt);
  const isEmpty = isEmptyKit(kit);
  const branding = useMemo(() => {
    if (isEmpty || off || light === undefined || dark === undefined) return null;
    return { kit, logos: { ...(light && { light }), ...(dark && { dark }) } };
  }, [isEmpty, off, kit, light, dark]);
  return {
    on: isEmpty ? null : !off,
    set: (on) => {
      setOff(!on);
      try {
        if (on) localStorage.removeItem(keyOf(user.id));
        else localStorage.setItem(keyOf(user.id), '1');
      } catch {
        // Storage may be closed to us; the choice then lasts as long as the panel is open.
      }
    },
    branding,
  };
}
