import { Refusal } from '#contracts/api/errors.ts';
import type { Routes } from '../http/types.ts';
import { isFromTwilio, statusPath, twilioOf } from './twilio.ts';

const maxBytes = 16 * 1024;
const failed = new Set(['undelivered', 'failed']);
const known = /^[a-z_]{1,20}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What became of a text message, as Twilio tells it with its signature; anybody else gets what an unknown address gets. */
export const smsStatusRoutes: Routes = (server, { config, db, log, metrics }) => {
  const twilio = twilioOf(config);
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, raw, done) => done(null, raw),
  );
  server.route({
    method: 'POST',
    url: statusPath,
    config: { policy: { caller: 'anyone' } },
    schema: {
      summary: 'Receive the status of a text message',
      description: "Called by Twilio with its signature. Takes a form, and isn't for clients.",
      tags: ['Operation'],
    },
    handler: async (request, reply) => {
      const { url, headers, body } = request;
      const signature = headers['x-twilio-signature'];
      if (!twilio || typeof body !== 'string' || typeof signature !== 'string') throw new Refusal('NotFound');
      const fields = Object.fromEntries(new URLSearchParams(body));
      const at = url.indexOf('?');
      const query = at < 0 ? '' : url.slice(at);
      if (!isFromTwilio(twilio, query, fields, signature)) throw new Refusal('NotFound');
      const id = new URLSearchParams(query).get('id') ?? '';
      const status = fields.MessageStatus ?? '';
      const error_code = Number(fields.ErrorCode ?? '') || null;
      if (uuid.test(id) && known.test(status)) {
        await db.query.updateTable('sms_code').set({ status, error_code }).where('id', '=', id).execute();
        if (failed.has(status)) {
          metrics.sms.inc({ outcome: 'undelivered' });
          log.warn({ sms: id, status, error_code }, 'a text message was not delivered');
        }
      }
      return reply.code(204).send();
    },
  });
};
