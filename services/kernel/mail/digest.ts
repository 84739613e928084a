import { mailWords } from '#contracts/words/mails.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { type MailContent, oneLine, renderWords } from './templates.ts';

/** What a digest needs: what is unread, the newest first, how much that is in all, and where its links lead. */
export interface DigestValues {
  firstname: string;
  lines: readonly { title: string; text: string }[];
  total: number;
  weekly: boolean;
  /** The page of all notifications. */
  page: string;
  /** What turns the digest off. */
  end: string;
}

/** Writes the mail about what somebody has not read. */
export const renderDigest = ({ firstname, lines, total, weekly, page, end }: DigestValues): MailContent =>
  renderWords(
    {
      subject: fill(mailWords.digestSubject, { count: total }),
      lines: [
        ...lines.map(({ title, text }) => fill(mailWords.digestLine, { title: oneLine(title), text: oneLine(text) })),
        ...(total > lines.length ? [fill(mailWords.digestMore, { count: total - lines.length })] : []),
      ],
      button: mailWords.digestButton,
      end: [weekly ? mailWords.digestWeekly : mailWords.digestDaily],
      foot: { label: mailWords.digestOff, address: end },
    },
    { firstname, link: page },
  );
