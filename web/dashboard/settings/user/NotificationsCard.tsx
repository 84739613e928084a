import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { NotificationPatch, NotificationSettings } from '#contracts/notification/settings.ts';
import { digests, notificationTypeNames, notificationTypes } from '#contracts/notification/types.ts';
import { digestWords } from '#contracts/words/digests.en.ts';
import { notificationTypeWords } from '#contracts/words/notification-types.en.ts';
import { Card } from '../../kit/Card.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { Switch } from '../../kit/fields/Switch.tsx';
import { zoneName } from '../../kit/text/zone.ts';
import { useCommand } from '../../kit/use-command.ts';
import { mayAnywhere } from '../../shell/session/access.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { bellWords } from '../../words/bell.en.ts';
import { t } from '../../words/t.ts';
import css from './NotificationsCard.module.css';

const often = digests.map((one) => [one, t(digestWords[one])] as const);

const patched = (held: NotificationSettings, patch: NotificationPatch): NotificationSettings => ({
  digest: patch.digest ?? held.digest,
  notifications: { ...held.notifications, ...patch.notifications },
});

/** Changes what the person is told of; it is shown at once, and a failure puts back what was changed. */
function useChange() {
  const client = useQueryClient();
  const { user } = useSession();
  const show = (patch: NotificationPatch) =>
    void client.setQueryData(
      userQuery.queryKey,
      (held) => held && { ...held, settings: { ...held.settings, ...patched(held.settings, patch) } },
    );
  return useCommand<NotificationPatch, { message: string | null }>({
    on: user.id,
    send: (product, settings, key) => product.changeUser({ settings }, key),
    changes: [userQuery.queryKey],
    show: (patch) => {
      const { digest, notifications } = client.getQueryData(userQuery.queryKey)?.settings ?? user.settings;
      show(patch);
      const before = Object.keys(patch.notifications ?? {}).map((name) => [
        name,
        notifications[name as keyof typeof notifications],
      ]);
      return () => show({ ...(patch.digest && { digest }), notifications: Object.fromEntries(before) });
    },
    said: ({ message }) => message,
  });
}

/** How often the digest comes, and what the person is told of, of all that their roles can be told of. */
export function NotificationsCard() {
  const { user, timeZone } = useSession();
  const { hash } = useLocation();
  const card = useRef<HTMLElement>(null);
  const { run } = useChange();
  const { digest, notifications } = user.settings;
  useEffect(() => {
    if (hash === '#notifications') card.current?.scrollIntoView({ block: 'start' });
  }, [hash]);
  const types = notificationTypeNames.filter((name) => mayAnywhere(user, notificationTypes[name].audience));
  return (
    <Card as="section" ref={card} className={css.card} title={t(bellWords.title)} aria-label={t(bellWords.title)}>
      <div className={css.root}>
        <div>
          <Choices
            label={t(bellWords.digest)}
            name="digest"
            options={often}
            value={digest}
            onChange={(value) => run({ digest: value as (typeof digests)[number] })}
          />
          <p className={`t-caption ${css.text}`}>
            {t(bellWords.digestText, { zone: zoneName(timeZone, Date.now() / 1000) })}
          </p>
        </div>
        <div>
          <p className={css.label}>{t(bellWords.types)}</p>
          <ul>
            {types.map((name) => (
              <li key={name} className={css.type}>
                <span aria-hidden>{t(notificationTypeWords[name])}</span>
                <Switch
                  label={t(notificationTypeWords[name])}
                  checked={notifications[name]}
                  onChange={(on) => run({ notifications: { [name]: on } })}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
