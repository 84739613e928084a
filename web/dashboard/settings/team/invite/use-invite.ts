import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { BulkResult } from '#contracts/api/envelope.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import type { InviteUsers } from '#contracts/user/team-commands.ts';
import { userFieldWords } from '#contracts/words/user-fields.en.ts';
import { ApiError } from '../../../api/error.ts';
import type { Envelope } from '../../../api/http.ts';
import { serverNow } from '../../../api/server-time.ts';
import { useUpsell } from '../../../gates/upsell-context.ts';
import { useSchemaForm } from '../../../kit/forms/schema-form.ts';
import { useCommand } from '../../../kit/use-command.ts';
import { accountQuery } from '../../../shell/session/session-queries.ts';
import { useSession } from '../../../shell/session/session-value.ts';
import { t } from '../../../words/t.ts';
import { changesOfTeam } from '../team-changes.ts';
import { type AddressProblem, problemLines, problemOfAddress, withAddresses } from './addresses.ts';
import { appsToGive, type Invitation, invitationRules, sentAs } from './invitation.ts';

const rules = zodResolver(invitationRules);

type Refusals = ReadonlyMap<string, string>;

/** The form of an invitation and what becomes of it: whoever was refused stays in it with the reason. */
export function useInvite(rows: readonly TeamMemberRow[], held: Permissions, onClose: () => void) {
  const { user, apps: all } = useSession();
  const upsell = useUpsell();
  const [typed, setTyped] = useState('');
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const [full, setFull] = useState(false);
  const first: Invitation['role'] = all.length === 0 && held.account_owner ? 'account_owner' : 'story_creator';
  const open = appsToGive(all, held, first);
  const form = useSchemaForm<Invitation>({
    start: { emails: [], role: first, apps: open.length === 1 ? [open[0]!.id] : [] },
    rules,
  });
  const { emails, role, apps } = form.watch();
  const offered = appsToGive(all, held, role);
  const { errors, isSubmitted } = form.formState;

  const known = (address: string) => problemOfAddress(address, { own: user.email, rows, now: serverNow() });
  const problemOf = (address: string): AddressProblem | null => {
    const refused = refusals.get(address);
    return known(address) ?? (refused === undefined ? null : { text: refused, alone: false });
  };
  const setEmails = (next: string[]) => form.setValue('emails', next, { shouldValidate: isSubmitted });
  const add = (text: string) => {
    const next = withAddresses(form.getValues('emails'), text);
    setTyped('');
    form.clearErrors('emails');
    setEmails(next);
    return next;
  };

  const invite = useCommand<InviteUsers, Envelope<BulkResult>>({
    on: 'team',
    send: (product, invitation, key) => product.invitePeople(invitation, key),
    changes: [...changesOfTeam, accountQuery.queryKey],
    said: ({ message }) => message,
    // At once, before the list is read again in which those who were invited stand, too.
    corrected: ({ data }, sent) => {
      const refused = data.refused.map(({ index = 0, ...one }) => ({ ...one, address: sent.emails[index]! }));
      const left = new Set(refused.map(({ address }) => address));
      const rest = form.getValues('emails').filter((one) => left.has(one) || !sent.emails.includes(one));
      form.setValue('emails', rest);
      setRefusals(new Map(refused.map(({ address, message }) => [address, message])));
      if (refused.some(({ code }) => code === 'SeatLimitReached')) setFull(true);
    },
    onDone: () => {
      if (form.getValues('emails').length === 0) onClose();
    },
    onRefused: (fields, error, sent) => {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'FeatureNotAvailable') {
        upsell(sent.is_mobile ? 'ivod' : 'team_structure');
        return true;
      }
      const told = sent.emails.flatMap((address, index) => {
        const reason = fields[`emails.${index}`];
        return reason === undefined ? [] : [[address, reason] as const];
      });
      setRefusals(new Map(told));
      if (code === 'SeatLimitReached') setFull(true);
      return told.length > 0 || form.refused(fields);
    },
  });

  const send = async () => {
    if (invite.busy) return;
    if (typed.trim()) add(typed);
    await form.sending((values) => {
      const good = values.emails.filter((address) => !known(address));
      if (good.length === 0) return form.setFocus('emails');
      setRefusals(new Map());
      return invite.run(sentAs({ ...values, emails: good }));
    })();
  };

  const problems = emails.flatMap((address) => {
    const problem = problemOf(address);
    return problem ? [[address, problem] as const] : [];
  });
  return {
    form,
    typed,
    setTyped,
    emails,
    role,
    apps,
    offered,
    add,
    remove: (address: string) => setEmails(emails.filter((one) => one !== address)),
    /** Enter in the empty field sends the addresses that are there, and asks for one where there is none. */
    onEmptyEnter: () => {
      if (emails.length > 0) void send();
      else form.setError('emails', { type: 'missing', message: t(userFieldWords.email) });
    },
    choose: (given: Invitation['role']) => {
      const next = appsToGive(all, held, given).map(({ id }) => id);
      form.setValue('role', given);
      form.setValue(
        'apps',
        apps.filter((id) => next.includes(id)),
        { shouldValidate: isSubmitted },
      );
    },
    setApps: (next: string[]) => form.setValue('apps', next, { shouldValidate: isSubmitted }),
    isWrong: (address: string) => problemOf(address) !== null,
    addressError: [errors.emails?.message, problemLines(problems)].filter(Boolean).join('\n') || undefined,
    appsError: errors.apps?.message,
    ready: emails.filter((address) => !known(address)).length,
    send,
    busy: invite.busy,
    full,
    closeFull: () => setFull(false),
  };
}
