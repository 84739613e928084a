import { ExternalLink, Smartphone } from 'lucide-react';
import { ButtonLink } from '../kit/buttons/ButtonLink.tsx';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { gatesWords } from '../words/gates.en.ts';
import { t } from '../words/t.ts';
import css from './CreatorAppCard.module.css';

/** What a broadcaster does instead of what a page offers to others: they publish from the creator app. */
export function CreatorAppCard({ level }: { level?: 1 }) {
  const { user, account } = useSession();
  const { ios, android } = account.creator_app;
  const links = [
    { store: t(gatesWords.appStore), href: ios },
    { store: t(gatesWords.googlePlay), href: android },
  ].filter((link): link is { store: string; href: string } => link.href !== null);
  return (
    <Card>
      <EmptyState
        art={<Smartphone size={28} aria-hidden />}
        title={t(gatesWords.creatorAppTitle)}
        text={
          links.length > 0
            ? t(gatesWords.creatorAppText, { email: user.email })
            : t(gatesWords.creatorAppUnknown, { email: user.email })
        }
        action={
          links.length > 0 ? (
            <span className={css.links}>
              {links.map(({ store, href }) => (
                <ButtonLink key={store} href={href} target="_blank" rel="noopener noreferrer">
                  {store}
                  <ExternalLink aria-hidden />
                </ButtonLink>
              ))}
            </span>
          ) : null
        }
        {...(level ? { level } : {})}
      />
      <p className={`${css.more} t-small`}>{t(gatesWords.creatorAppMore)}</p>
    </Card>
  );
}
