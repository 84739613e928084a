import { queryOptions } from '@tanstack/react-query';
import type { ProofAnswer, ProofKey, ProofListRow, ProofViewer } from '#contracts/billing-proof/rows.ts';
import { checkBill } from '#contracts/billing-proof/verify.ts';
import { download } from '../../api/download.ts';
import { http } from '../../api/http.ts';

/** What is sealed does not change but for its file, which goes after months. */
const staleTime = 10 * 60_000;

/** The periods of the account that can be checked, the newest first. */
export const provenPeriodsQuery = queryOptions({
  queryKey: ['bill-proof', 'periods'],
  queryFn: ({ signal }) => http.get<ProofListRow[]>('/mau/proofs', { signal }),
});

/** The proof of a period, by its first day. */
export const billProofQuery = (period: string) =>
  queryOptions({
    queryKey: ['bill-proof', 'proof', period],
    queryFn: ({ signal }) => http.get<ProofAnswer>('/mau/proof', { signal, query: { period } }),
    staleTime,
  });

/** A viewer in a period, by the id that the app gave them. */
export const findViewer = (period: string, viewer_id: string): Promise<ProofViewer> =>
  http.get<ProofViewer>('/mau/proof/viewer', { query: { period, viewer_id } });

/** The file of a period. */
export const billFile = (period: string): Promise<Blob> => download('/mau/proof/file', { period });

/** Lets the page draw and answer between two portions of rows. */
const breathe = () => new Promise<void>((done) => setTimeout(done));

/** Loads the file and the key and checks a bill in this browser; answers the file with what was found. */
export const checkHere = async (account_id: string, { period, from, signed, signature }: ProofAnswer) => {
  const [blob, { public_key }] = await Promise.all([billFile(period), http.get<ProofKey>('/mau/proof/key')]);
  const file = new Uint8Array(await blob.arrayBuffer());
  return { file, ...(await checkBill({ file, signed, signature }, { account_id, from, public_key }, breathe)) };
};
/** A bill as it was checked here. */
export type CheckedHere = Awaited<ReturnType<typeof checkHere>>;
