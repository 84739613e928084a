import { type AdminAuditRow, adminAuditQuery, adminAuditRow } from '#contracts/admin/admin-log.ts';
import { page } from '#contracts/api/envelope.ts';
import { isMomentField } from '#contracts/audit/change.ts';
import { type AuditRow, auditQuery, auditRow } from '#contracts/audit/rows.ts';
import { auditFileWords } from '#contracts/words/audit-file.en.ts';
import { type CsvColumns, sendCsv } from '#kernel/http/csv-answer.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { accountsOfPeople, onlyAccount, recordAccountRead, recordPersonRead } from '../record-access.ts';
import { countAudit, everyAuditRow, listAnyAudit, listAudit } from './list.ts';

const cell = (field: string, value: unknown): string => {
  if (typeof value === 'number' && isMomentField(field)) return new Date(value * 1000).toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
const values = (row: AuditRow, side: 'from' | 'to'): string =>
  row.changes.map((change) => `${change.field}: ${cell(change.field, change[side] ?? '')}`).join('; ');

const columns: CsvColumns<AdminAuditRow> = {
  [say(auditFileWords.seconds)]: (row) => row.ts,
  [say(auditFileWords.time)]: (row) => new Date(row.ts * 1000).toISOString(),
  [say(auditFileWords.who)]: (row) => row.actor.name,
  [say(auditFileWords.whoKind)]: (row) => row.actor.type,
  [say(auditFileWords.onBehalfOf)]: (row) => row.on_behalf_of?.name,
  [say(auditFileWords.act)]: (row) => row.action,
  [say(auditFileWords.sentence)]: (row) => row.sentence,
  [say(auditFileWords.thingKind)]: (row) => row.subject.type,
  [say(auditFileWords.thingId)]: (row) => row.subject.id,
  [say(auditFileWords.thing)]: (row) => row.subject.title,
  [say(auditFileWords.before)]: (row) => values(row, 'from'),
  [say(auditFileWords.after)]: (row) => values(row, 'to'),
  [say(auditFileWords.cause)]: (row) => row.cause?.detail,
  [say(auditFileWords.address)]: (row) => row.ip,
  [say(auditFileWords.request)]: (row) => row.request_id,
  [say(auditFileWords.device)]: (row) => row.user_agent,
};
const anyColumns: CsvColumns<AdminAuditRow> = {
  [say(auditFileWords.accountId)]: (row) => row.account_id,
  [say(auditFileWords.account)]: (row) => row.account_name,
  ...columns,
  [say(auditFileWords.stream)]: (row) => row.stream,
  [say(auditFileWords.version)]: (row) => row.version,
};

/** GET /ops/audit-key: with what heads of the audit that stand in the log and in files are checked, also without us. */
const keyRoute: Routes = (server, kernel) => {
  const { id, publicKey } = kernel.secrets.audit;
  server.route({
    method: 'GET',
    url: '/ops/audit-key',
    config: { policy: { caller: 'ops' } },
    schema: { hide: true },
    handler: async () => ({ data: { id, algorithm: 'Ed25519', public_key: publicKey } }),
  });
};

/** GET /audit: everything that was done in the account, for account owners; GET /admin/audit: in any, for staff. */
export const auditRoutes: Routes = async (server, kernel) => {
  await keyRoute(server, kernel);
  server.route({
    method: 'GET',
    url: '/api/audit',
    config: { policy: { caller: 'user', act: 'audit.view', login_as: true } },
    schema: {
      querystring: auditQuery,
      response: { 200: page(auditRow) },
      summary: 'List audit log entries',
      description: 'Returns who did what in the account, newest first. Use format=csv to download a file.',
      tags: ['Audit'],
    },
    handler: async (request, reply) => {
      const { format, limit, offset, ...filter } = request.query;
      const own = { ...filter, account_id: principalOf(request).account_id };
      if (format === 'csv') {
        await recordExport(kernel, request, { what: 'audit', rows: await countAudit(kernel, own), filter });
        return sendCsv(reply, 'audit', columns, everyAuditRow(kernel, own));
      }
      return listAudit(kernel, own, pageOf({ limit, offset }));
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/audit',
    config: { policy: { caller: 'staff' } },
    schema: {
      querystring: adminAuditQuery,
      response: { 200: page(adminAuditRow) },
      summary: 'List audit log entries of one account or all',
      description: 'Use format=csv to download a file.',
      tags: ['Admin'],
    },
    handler: async (request, reply) => {
      const { format, filter: given = {}, sort, range, limit, offset, ...flat } = request.query;
      const { staff, ...fields } = given;
      const filter = {
        ...flat,
        ...fields,
        account_id: flat.account_id ?? fields.account_id ?? null,
        ...(staff ? { actor_type: 'staff' } : {}),
      };
      const { account_id } = filter;
      const people = [filter.actor_id, filter.subject_id].filter((person) => person !== undefined);
      for (const person of people) await recordPersonRead(kernel, request, person);
      if (format === 'csv') {
        const rows = await countAudit(kernel, filter);
        const accounts = account_id ? [account_id] : await accountsOfPeople(kernel, people);
        await recordExport(kernel, request, { what: 'audit', rows, filter, account_id: onlyAccount(accounts) });
        return sendCsv(reply, 'audit', anyColumns, everyAuditRow(kernel, filter));
      }
      if (account_id) await recordAccountRead(kernel, request, account_id);
      const asked = pageOf({ range, limit, offset });
      const found = await listAnyAudit(kernel, filter, asked, sort?.[1]);
      setContentRange(reply, 'audit', asked, found.data.length, found.total);
      return found;
    },
  });
};
