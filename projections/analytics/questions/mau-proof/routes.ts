import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import {
  proofAnswer,
  proofKey,
  proofListRow,
  proofQuery,
  proofRecount,
  proofRecountBody,
  proofViewer,
  proofViewerQuery,
} from '#contracts/billing-proof/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { mauProofWords } from '#contracts/words/mau-proof.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { callerGone } from '#kernel/http/client-disconnect.ts';
import { wantsEvents } from '#kernel/http/event-stream.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createViewerKeyLookup, keyedId } from '#kernel/viewers/keyed-ids.ts';
import { runExclusively } from '../recount/exclusive.ts';
import { type RecountWatch, streamRecount } from '../recount/stream.ts';
import { findViewerIn } from './find-viewer.ts';
import { keptSince } from './from-log.ts';
import { type KeptProof, proofAnswerOf, proofRowOf, readProof, readProofs } from './kept.ts';
import { isoDayAt } from './period.ts';
import { recountProof } from './recount.ts';

const tags = ['Billing'];
const policy = { caller: 'user', act: 'bill.view', login_as: true } as const;

/** The proof of a period; refuses where the account has none. */
const requireProof = async ({ db }: Pick<Kernel, 'db'>, accountId: string, period: string): Promise<KeptProof> => {
  const proof = await readProof(db, accountId, period);
  if (!proof) throw new Refusal('NotFound', mauProofWords.noProof);
  return proof;
};

/** The key of a proof's file; refuses once it is deleted. */
const requireFile = ({ file_key }: KeptProof): string => {
  if (file_key === null) throw new Refusal('NotFound', mauProofWords.fileGone);
  return file_key;
};

/** GET /mau/proofs, /mau/proof and what belongs to one: what bills are counted from, for account owners. */
export const mauProofRoutes: Routes = (server, kernel) => {
  const viewerKeyOf = createViewerKeyLookup(kernel);
  server.route({
    method: 'GET',
    url: '/api/mau/proofs',
    config: { policy },
    schema: {
      summary: 'List billing periods with a proof',
      description: 'Returns the periods whose monthly active users can be checked, newest first.',
      tags,
      response: { 200: success(z.array(proofListRow)) },
    },
    handler: async (request) => ({
      data: (await readProofs(kernel.db, principalOf(request).account_id)).map(proofRowOf),
    }),
  });

  server.route({
    method: 'GET',
    url: '/api/mau/proof',
    config: { policy },
    schema: {
      summary: 'Retrieve the proof of a billing period',
      description:
        'Returns what the monthly active users of a billing period add up to, the SHA-256 of the file that they are counted from, and the signature over both. `signed` is the text that the signature is of. Check it with the key of /mau/proof/key.',
      tags,
      querystring: proofQuery,
      response: { 200: success(proofAnswer) },
    },
    handler: async (request) => ({
      data: proofAnswerOf(await requireProof(kernel, principalOf(request).account_id, request.query.period)),
    }),
  });

  server.route({
    method: 'GET',
    url: '/api/mau/proof/key',
    config: { policy: { caller: 'user', login_as: true } },
    schema: {
      summary: 'Retrieve the key that bills are signed with',
      description: 'Returns the public key (Ed25519, PEM). It is the same for all periods and accounts.',
      tags,
      response: { 200: success(proofKey) },
    },
    handler: async () => {
      const { id, publicKey } = kernel.secrets.bills;
      return { data: { id, algorithm: 'Ed25519' as const, public_key: publicKey } };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/mau/proof/file',
    compress: false,
    // Staff who are signed in as somebody take no data out.
    config: { policy: { caller: 'user', act: 'bill.view' } },
    schema: {
      summary: 'Download the viewers of a billing period',
      description:
        'Returns a binary file, numbers big-endian. Its header of 36 bytes: `SRMAUPRF`, version 1 (4 bytes), the account ID (16), the first day and the day after the last (4 each, days since 1970). Then 20 bytes for each viewer, sorted: the keyed hash (16) and the days (4). Bit 0 is the first day, and bit 31 marks a viewer who is not billed.',
      tags,
      querystring: proofQuery,
    },
    handler: async (request, reply) => {
      const { account_id } = principalOf(request);
      const proof = await requireProof(kernel, account_id, request.query.period);
      const key = requireFile(proof);
      const { mau, marked } = proof.statement.summary;
      await recordExport(kernel, request, { what: 'mau_proof', rows: mau + marked, filter: {} });
      reply.headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="mau-${request.query.period}.bin"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      return reply.send(createReadStream(kernel.files.path(key)));
    },
  });

  server.route({
    method: 'GET',
    url: '/api/mau/proof/viewer',
    config: { policy },
    schema: {
      summary: 'Find a viewer in a billing period',
      description:
        'Returns the keyed hash of a viewer and the days (UTC) on which the file has them; no days if it does not have them.',
      tags,
      querystring: proofViewerQuery,
      response: { 200: success(proofViewer) },
    },
    handler: async (request) => {
      const { account_id } = principalOf(request);
      const { viewer_id, period } = request.query;
      const proof = await requireProof(kernel, account_id, period);
      const path = kernel.files.path(requireFile(proof));
      const hash = Buffer.from(keyedId(await viewerKeyOf(account_id), 'viewer', viewer_id), 'base64url');
      const found = await findViewerIn(path, hash);
      const days: string[] = [];
      for (let day = 0; day < 31; day += 1)
        if (((found?.days ?? 0) >>> day) & 1) days.push(isoDayAt(proof.statement.from + day * 86_400));
      return { data: { hash: hash.toString('hex'), days, marked: found?.marked ?? false } };
    },
  });

  server.route({
    method: 'POST',
    url: '/api/mau/proof/recount',
    compress: false,
    config: { policy },
    schema: {
      summary: 'Recount a billing period from the stored batches',
      description:
        'Counts the viewers of a billing period again from the batches that were counted when it was sealed, and compares them with the file day by day. Refused once these batches are past retention. An account can run one recount at a time (otherwise 409 Conflict). With `Accept: text/event-stream`, `progress` events come before the `result` event, or a `failure` event with a code.',
      tags,
      body: proofRecountBody,
      response: { 200: success(proofRecount) },
    },
    handler: async (request, reply) => {
      const { account_id } = principalOf(request);
      const proof = await requireProof(kernel, account_id, request.body.period);
      const path = kernel.files.path(requireFile(proof));
      const since = await keptSince(kernel, proof.statement);
      if (since !== null)
        throw invalidField('period', fill(mauProofWords.batchesGone, { day: isoDayAt(toSeconds(since)) }));
      const run = (watch: RecountWatch) =>
        runExclusively(kernel.locks, `recount:${account_id}`, figureWords.beingRecounted, () =>
          recountProof(kernel, proof, path, watch),
        );
      if (wantsEvents(request.headers.accept)) {
        streamRecount(kernel, reply, run);
        return reply;
      }
      const signal = callerGone(reply);
      try {
        return { data: await run({ signal }) };
      } catch (error) {
        throw signal.aborted ? new Refusal('Unavailable') : error;
      }
    },
  });
};
