import type { FoundApp } from '#contracts/api/store.ts';
import type { MobileStore } from '#contracts/api/store-question.ts';
import { http } from '../../api/http.ts';

/** What is asked: an id or a name, of one store or of all that it may be in. */
export type StoreInquiry = ({ store_id: string } | { app_name: string }) & { store_type?: MobileStore | null };

/** Where it is asked: by who is signed in, or by people who are about to sign up. */
export type LookupRoute = '/app/find' | '/registration/find_app';

const freshMs = 60_000;
const mostKept = 100;
const kept = new Map<string, { apps: readonly FoundApp[]; until: number }>();

const queryOf = ({ store_type, ...question }: StoreInquiry) => ({
  ...('store_id' in question ? { store_id: question.store_id } : { app_name: question.app_name }),
  ...(store_type ? { store_type } : {}),
});

/** An inquiry as a text: the same one is the same text. */
export const inquiryKey = (inquiry: StoreInquiry): string => JSON.stringify(queryOf(inquiry));

/** What the stores are known to have for an inquiry, for a minute; null when that is to be asked. */
export function knownApps(inquiry: StoreInquiry): readonly FoundApp[] | null {
  const known = kept.get(inquiryKey(inquiry));
  return known && known.until > performance.now() ? known.apps : null;
}

/** Keeps the answer to an inquiry. */
export function keepApps(inquiry: StoreInquiry, apps: readonly FoundApp[]): void {
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest) kept.delete(oldest);
  kept.set(inquiryKey(inquiry), { apps, until: performance.now() + freshMs });
}

/** Asks the stores, unless the answer is known; throws ApiError. The pages without a session use it too, so it is light. */
export async function lookUp(
  inquiry: StoreInquiry,
  route: LookupRoute,
  signal?: AbortSignal,
): Promise<readonly FoundApp[]> {
  const known = knownApps(inquiry);
  if (known) return known;
  const auth = route === '/app/find' ? 'session' : 'none';
  const apps = await http.get<FoundApp[]>(route, { query: queryOf(inquiry), auth, ...(signal ? { signal } : {}) });
  keepApps(inquiry, apps);
  return apps;
}
