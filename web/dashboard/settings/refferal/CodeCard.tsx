import { Copy, Gift, Link2 } from 'lucide-react';
import { useState } from 'react';
import gifts from '../../content/samples/pictures/gift-guide.avif';
import home from '../../content/samples/pictures/home-light.avif';
import game from '../../content/samples/pictures/moon-festival.avif';
import style from '../../content/samples/pictures/styled-by-you.avif';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { usePopup } from '../../notifications/use-popup.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { referralWords } from '../../words/referral.en.ts';
import { t } from '../../words/t.ts';
import css from './CodeCard.module.css';
import { CopyText } from './CopyText.tsx';
import { ReferralInfo } from './ReferralInfo.tsx';

const covers = [
  [style, 48],
  [game, 56],
  [home, 40],
  [gifts, 44],
] as const;

function Gifts() {
  return (
    <div className={css.gifts} aria-hidden>
      <span className={css.gift}>
        <Gift size={36} />
      </span>
      {covers.map(([picture, size]) => (
        <span key={picture} className={css.cover}>
          <Cover name="" src={picture} size={size} />
        </span>
      ))}
    </div>
  );
}

/** The account's code in tiles and its link, each with a button that copies it, and the rules of the code. */
export function CodeCard() {
  const { account } = useSession();
  const popup = usePopup('referral_info');
  const [asked, setAsked] = useState(false);
  const closeInfo = () => {
    setAsked(false);
    if (popup.open) popup.close();
  };
  const { referral_token: code, referral_link: link } = account;
  return (
    <section className={css.root} aria-label={t(referralWords.yourCode)}>
      <div className={css.main}>
        <h3 className={css.title}>{t(referralWords.yourCode)}</h3>
        {code && link ? (
          <>
            <div className={css.code}>
              <p className={css.tiles}>
                <span className="visually-hidden">{code}</span>
                {Array.from(code, (letter, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a letter may come twice, and none moves
                  <span key={place} aria-hidden>
                    {letter}
                  </span>
                ))}
              </p>
              <ReferralInfo open={popup.open || asked} onOpen={() => setAsked(true)} onClose={closeInfo} />
            </div>
            <div className={css.copy}>
              <CopyText className={css.light ?? ''} text={code} label={t(referralWords.copyCode)} icon={Copy} />
              <CopyText className={css.dark ?? ''} text={link} label={t(referralWords.copyLink)} icon={Link2} />
            </div>
            <p className={css.link}>{link.replace(/^https?:\/\//, '')}</p>
          </>
        ) : (
          <p>{t(referralWords.noCodeYet)}</p>
        )}
      </div>
      <Gifts />
    </section>
  );
}
