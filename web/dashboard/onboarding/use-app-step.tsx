import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '#contracts/api/limits.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { isRefused } from '../settings/add-app/app-form.ts';
import { RefusedApp } from '../settings/add-app/RefusedApp.tsx';
import { StoreResults } from '../settings/add-app/StoreResults.tsx';
import { useAddApp } from '../settings/add-app/use-add-app.ts';
import { useSession } from '../shell/session/session-value.ts';
import { onboardingWords } from '../words/onboarding.en.ts';
import { t } from '../words/t.ts';
import { AppByName, AppComing, AppInStore } from './AddedApp.tsx';
import css from './Onboarding.module.css';
import { inquiryOfApp, namesApp, startingApp } from './onboarding-form.ts';
import type { OnboardingStep } from './step.ts';

type Adding = ReturnType<typeof useAddApp>;

const named = ({ title }: Adding['typed']) => title.trim() !== '';

function StoreField({ adding }: { adding: Adding }) {
  const { control, typed, search, asking, chosen, choose, goOnWithout } = adding;
  if (typed.kind === 'web')
    return <FormTextField control={control} name="website" label={t(onboardingWords.address)} inputMode="url" />;
  const several = search.apps.length > 1 || search.state === 'unreachable';
  return (
    <>
      <FormTextField
        control={control}
        name="storeId"
        label={t(onboardingWords.storeIdOrLink)}
        placeholder={t(onboardingWords.storeIdExample)}
        hint={named(typed) ? t(onboardingWords.storeIdNeeded) : t(onboardingWords.storeIdHint)}
        icon={<Search aria-hidden />}
        end={search.state === 'searching' ? <span className={css.spinner} aria-hidden /> : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
      />
      {typed.live ? null : (
        <FormTextField
          control={control}
          name="title"
          label={t(onboardingWords.appName)}
          optional
          autoComplete="off"
          maxLength={limits.appTitle}
        />
      )}
      {search.state === 'none' ? (
        <p className={css.missing} role="alert">
          {t(refusalWords.AppNotInStore)}
        </p>
      ) : null}
      {asking && several ? (
        <StoreResults search={search} asking={asking} chosen={chosen} onChoose={choose} onWithout={goOnWithout} />
      ) : null}
    </>
  );
}

/** The app as it is known by now: found, named by its owner, or still being looked up. */
function Asked({ adding: { typed, chosen } }: { adding: Adding }) {
  if (typed.kind === 'web' || !typed.live) return <AppByName form={typed} />;
  return chosen ? <AppInStore app={chosen} /> : <AppComing />;
}

/**
 * The second step: finds an app by its id, or takes that of the profile, and asks whether it is the one. With neither an id
 * nor a name, or with an app that is there already, it leads on; what was added is handed over.
 */
export function useAppStep(app: AppRow | null, onBack: () => void, onNext: (app: AppRow | null) => void) {
  const { user } = useSession();
  const [start] = useState(() => startingApp(user.profile));
  const [asking, setAsking] = useState(() => namesApp(user.profile));
  const [waiting, setWaiting] = useState(false);
  const adding = useAddApp(app === null, onNext, { start, inquiryOf: (form) => inquiryOfApp(form, start) });
  const { typed, search, chosen, ready } = adding;
  const text = typed.kind === 'web' ? typed.website : typed.storeId;
  const lookedUp = typed.kind === 'mobile' && typed.live;

  const settled = lookedUp && search.state !== 'searching';
  useEffect(() => {
    if (!settled || (!waiting && !asking)) return;
    // Only what was found is asked about; anything else is said at the field.
    setWaiting(false);
    setAsking(chosen !== null);
  }, [settled, waiting, asking, chosen]);

  const next = () => {
    const empty = text.trim() === '';
    if (app || (empty && !named(typed))) return onNext(app);
    // A name alone adds no app: the id that is missing is said at its field.
    if (empty || isRefused(typed)) return void adding.submit();
    if (lookedUp && !chosen) return setWaiting(true);
    setAsking(true);
  };
  const yes = async () => {
    if (!(await adding.add())) setAsking(false);
  };
  const leave = () => {
    if (asking) setAsking(false);
    else onBack();
  };

  const step: OnboardingStep = {
    title: asking ? t(onboardingWords.confirmApp) : t(onboardingWords.addApp),
    bare: asking,
    body: (
      <>
        {asking ? <Asked adding={adding} /> : <StoreField adding={adding} />}
        <RefusedApp
          open={adding.step === 'refused'}
          onClose={() => {
            adding.refusedSeen();
            setAsking(false);
          }}
        />
      </>
    ),
    footer: (
      <>
        <Button variant={asking ? 'secondary' : 'quiet'} className={asking ? undefined : css.first} onClick={leave}>
          {t(onboardingWords.back)}
        </Button>
        <Button type="submit" variant="primary" loading={adding.busy || waiting} aria-disabled={asking && !ready}>
          {asking ? t(onboardingWords.yes) : t(onboardingWords.next)}
        </Button>
      </>
    ),
    onSubmit: asking ? yes : next,
  };
  return step;
}
