import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { Dialog } from '../kit/overlays/Dialog.tsx';
import { useCommand } from '../kit/use-command.ts';
import { contentOf } from '../settings/add-app/use-add-app.ts';
import { userQuery } from '../shell/session/session-queries.ts';
import { useSession } from '../shell/session/session-value.ts';
import { onboardingWords } from '../words/onboarding.en.ts';
import { t } from '../words/t.ts';
import css from './Onboarding.module.css';
import { onboardingCommands } from './onboarding-commands.ts';
import { useAppStep } from './use-app-step.tsx';
import { useDetailsStep } from './use-details-step.tsx';
import { useWelcome, WelcomeCovers } from './use-welcome.tsx';

const count = 3;

/** How far one has come, as the segments of a story. */
function Above({ at, bare }: { at: number; bare: boolean }) {
  return (
    <div className={css.above} data-bare={bare || undefined}>
      {at === 0 ? <WelcomeCovers /> : null}
      <div className={css.segments} aria-hidden hidden={bare}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
          <span key={place} data-state={place < at ? 'done' : place === at ? 'now' : undefined} />
        ))}
      </div>
      <p className={bare ? 'visually-hidden' : 't-caption'} role="status">
        {t(onboardingWords.stepOf, { step: at + 1, count })}
      </p>
    </div>
  );
}

/**
 * The first sign-in of an account's owner in three steps, which end where the next one begins: at the first story group of
 * the app that was added. Closing it, or finishing it, is remembered for the person.
 */
export function Onboarding({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const [app, setApp] = useState<AppRow | null>(null);
  const end = useCommand({
    on: user.id,
    send: (_product, _input, key) => onboardingCommands.endOnboarding(key),
    changes: [userQuery.queryKey],
  });
  const close = () => {
    void end.run();
    onClose();
  };
  const steps = [
    useWelcome(() => setAt(1), close),
    useAppStep(
      app,
      () => setAt(0),
      (added) => {
        if (added) setApp(added);
        setAt(2);
      },
    ),
    useDetailsStep(
      app,
      () => setAt(1),
      () => {
        onClose();
        if (app) navigate(`${contentOf(app)}&create=1`);
      },
    ),
  ] as const;
  const { title, body, footer, onSubmit, bare = false } = steps[at]!;
  return (
    <Dialog
      open
      stays
      title={title}
      above={<Above at={at} bare={bare} />}
      footer={footer}
      onClose={close}
      onSubmit={onSubmit}
    >
      {body}
    </Dialog>
  );
}
