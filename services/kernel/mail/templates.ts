import { mailWords } from '#contracts/words/mails.en.ts';
import { fill, type Phrase, type PhraseValue } from '#contracts/words/phrase.ts';
import { say } from '../platform/say.ts';

/** The mails that the product sends. */
export type MailTemplate =
  | 'verify_email'
  | 'reset_password'
  | 'invitation'
  | 'join_registered'
  | 'confirm_email_change'
  | 'email_change_notice'
  | 'email_changed'
  | 'password_changed';

/** Those that bring no link. */
export type NoticeTemplate = 'email_change_notice' | 'password_changed';

/** What the words of a mail need; `link` is null in a notice. */
export interface MailValues {
  firstname: string;
  company: string;
  inviter: string;
  /** The address that an e-mail change leads, or led, to. */
  new_email: string;
  link: string | null;
}

/** A mail without its address. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: Phrase;
  lines: Phrase[];
  button?: Phrase;
  end: Phrase[];
}

/**
 * Whether a typed name can stand in a mail to people who never asked for it: nothing in it that a mail program shows as
 * a link, so no '://', no 'www.' and no word with a dot inside, in whatever script the dot is.
 */
export const hasNoLink = (name: string): boolean => {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.');
  return !plain.includes('://') && !/www\./i.test(plain) && !/[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(plain);
};
const shownInviter = (inviter: string): PhraseValue => (inviter && hasNoLink(inviter) ? inviter : mailWords.colleague);

const invitation = ({ inviter: given, company }: MailValues, more: Phrase[]): Words => {
  const inviter = shownInviter(given);
  const named = hasNoLink(company);
  return {
    subject: named ? fill(mailWords.inviteSubject, { company }) : mailWords.inviteSubjectUnnamed,
    lines: [
      named ? fill(mailWords.inviteText, { inviter, company }) : fill(mailWords.inviteTextUnnamed, { inviter }),
      ...more,
    ],
    button: mailWords.inviteButton,
    end: [mailWords.aWeek, mailWords.inviteEnd],
  };
};

const words: Record<MailTemplate, (facts: MailValues) => Words> = {
  verify_email: () => ({
    subject: mailWords.verifySubject,
    lines: [mailWords.verifyText],
    button: mailWords.verifyButton,
    end: [mailWords.aWeek, mailWords.verifyEnd],
  }),
  reset_password: () => ({
    subject: mailWords.resetSubject,
    lines: [mailWords.resetText],
    button: mailWords.resetButton,
    end: [mailWords.anHour, mailWords.resetEnd],
  }),
  invitation: (facts) => invitation(facts, []),
  join_registered: (facts) => invitation(facts, [mailWords.joinText]),
  confirm_email_change: () => ({
    subject: mailWords.confirmSubject,
    lines: [mailWords.confirmText],
    button: mailWords.confirmButton,
    end: [mailWords.confirmEnd],
  }),
  email_change_notice: ({ new_email: email }) => ({
    subject: mailWords.noticeSubject,
    lines: [fill(mailWords.noticeText, { email }), mailWords.noticeWaits],
    end: [mailWords.noticeEnd],
  }),
  password_changed: () => ({
    subject: mailWords.passwordSubject,
    lines: [mailWords.passwordText],
    end: [mailWords.passwordEnd],
  }),
  email_changed: ({ new_email: email }) => ({
    subject: mailWords.changedSubject,
    lines: [fill(mailWords.changedText, { email }), mailWords.notYou],
    button: mailWords.changedButton,
    end: [mailWords.changedEnd],
  }),
};

/** Text as HTML shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// A name that somebody typed must neither end a header line nor write lines of its own, in whatever direction.
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** The words of a mail, as text and as HTML with nothing from outside in it. */
export const renderMail = (template: MailTemplate, facts: MailValues): MailContent => {
  const { subject, lines, button, end } = words[template]({
    ...facts,
    company: oneLine(facts.company),
    inviter: oneLine(facts.inviter),
    new_email: oneLine(facts.new_email),
  });
  const { firstname } = facts;
  const greeting = firstname ? fill(mailWords.helloName, { name: oneLine(firstname) }) : mailWords.hello;
  const link = facts.link ?? '';
  const before = [greeting, ...lines].map(say);
  const after = [...end, mailWords.product].map(say);
  const text = [...before, ...(link ? [link] : []), ...after].map((line) => line.trim()).join('\n\n');
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const html = [
    ...before.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(button ? say(button) : link)}</a></p>`] : []),
    ...after.map(paragraph),
  ].join('\n');
  return {
    subject: say(subject),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
};
