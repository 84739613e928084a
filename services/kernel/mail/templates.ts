/** The mails that the product sends. */
export type MailTemplate =
  | 'verify_email'
  | 'reset_password'
  | 'invitation'
  | 'confirm_email_change'
  | 'email_change_notice'
  | 'email_changed';

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
  subject: string;
  lines: string[];
  button?: string;
  end: string[];
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
const shownInviter = (inviter: string): string => (inviter && hasNoLink(inviter) ? inviter : 'A colleague');

const words: Record<MailTemplate, (facts: MailValues) => Words> = {
  verify_email: () => ({
    subject: 'Verify your e-mail for Storyrail',
    lines: ['Welcome to Storyrail. One click, and your account is ready:'],
    button: 'Verify my e-mail',
    end: ['The link works once, within 7 days.', 'You did not sign up? Then simply ignore this mail.'],
  }),
  reset_password: () => ({
    subject: 'Set a new Storyrail password',
    lines: ['Somebody, hopefully you, asked for a new password. Choose one here:'],
    button: 'Choose a new password',
    end: [
      'The link works once, within an hour.',
      'It was not you? Your password stays as it is; nothing else is needed.',
    ],
  }),
  invitation: ({ inviter, company }) => ({
    subject: hasNoLink(company) ? `Join ${company} on Storyrail` : 'A team on Storyrail invites you',
    lines: [
      hasNoLink(company)
        ? `${shownInviter(inviter)} invites you to the Storyrail team of ${company}.`
        : `A team on Storyrail has a place for you. ${shownInviter(inviter)} invites you to join.`,
    ],
    button: 'Join the team',
    end: ['The link works once, within 7 days.', 'You do not know them? Then simply ignore this mail.'],
  }),
  confirm_email_change: () => ({
    subject: 'Confirm your new e-mail for Storyrail',
    lines: ['This address is to become your sign-in at Storyrail. Confirm it here:'],
    button: 'Confirm this e-mail',
    end: ['The link works once, within 24 hours. Until then you sign in with your old address.'],
  }),
  email_change_notice: ({ new_email }) => ({
    subject: 'Your Storyrail e-mail is about to change',
    lines: [
      `Somebody, hopefully you, asked to change your sign-in to ${new_email}.`,
      'Nothing changes before the link in the mail to that address is opened.',
    ],
    end: ['It was not you? Set a new password now, and tell your account owner.'],
  }),
  email_changed: ({ new_email }) => ({
    subject: 'Your Storyrail email was changed',
    lines: [
      `Your sign-in at Storyrail is now ${new_email}. It was you? Then there is nothing to do.`,
      'It was not you?',
    ],
    button: 'Take my email back',
    end: [
      'The link works once, within 7 days. It gives you this address back, signs everybody out and voids the password.',
    ],
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
  const greeting = facts.firstname ? `Hello ${oneLine(facts.firstname)},` : 'Hello,';
  const link = facts.link ?? '';
  const text = [greeting, ...lines, ...(link ? [link] : []), ...end, 'Storyrail']
    .map((line) => line.trim())
    .join('\n\n');
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const html = [
    paragraph(greeting),
    ...lines.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(button ?? link)}</a></p>`] : []),
    ...end.map(paragraph),
    paragraph('Storyrail'),
  ].join('\n');
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
};
