import type { ShopProfile } from '#server/platform/shop-profile.ts'
import { wrap } from '../styles/shared.css.ts'
import { footerTexts as texts } from '../texts/footer.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { phoneHref } from '../ui/linkified-text/phone-href.ts'
import * as css from './footer.css.ts'

/** The shop's contact data, and what the law requires on every main page (RDC 44/2009, art. 53). */
export function Footer({ profile }: { profile: ShopProfile }) {
  const { pharmacist } = profile
  return (
    <footer className={css.footer}>
      <div className={wrap}>
        <div className={css.columns}>
          <div>
            <h2>{texts.contact}</h2>
            <ul>
              <Link name={profile.phone} href={phoneHref(profile.phone)} />
              {profile.hours.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {profile.social.map(({ name, url }) => (
                <Link key={url} name={name} href={url} />
              ))}
            </ul>
          </div>
          <div>
            <h2>{texts.institutional}</h2>
            <ul>
              <Link name={texts.aboutUs} href="/sobre-nos" />
              <Link name={texts.stores} href="/lojas" />
              <Link name={texts.careers} href={profile.careersUrl} />
              <Link name={texts.terms} href="/termos-e-condicoes" />
              <Link name={texts.accessibility} href="/acessibilidade" icon="accessible" />
            </ul>
          </div>
          <div>
            <h2>{texts.services}</h2>
            <ul>
              <Link name={texts.corporateBenefit} href="/beneficio" />
              <Link name={texts.hospitals} href="/hospitais-e-clinicas" />
              <Link name={texts.howToSendPrescription} href="/termos-e-condicoes#receita" />
            </ul>
          </div>
          <div>
            <h2>{texts.safety}</h2>
            <ul>
              <Link name={texts.pharmacistOnline} href={profile.pharmacistChatUrl} />
              <Link name={texts.anvisaAlerts} href={profile.anvisaAlertsUrl} />
              <Link name={texts.privacy} href="/privacidade" />
              <Link name={texts.privacyPolicy} href="/privacy-policy.html" />
            </ul>
          </div>
        </div>
        <div className={css.law}>
          <p>
            <b>{profile.legalName}</b>
            {` (${profile.name}). ${texts.cnpj(profile.cnpj)} ${profile.address}.`}
          </p>
          <p>
            {[
              texts.pharmacist(pharmacist.name, pharmacist.crf),
              ...(profile.pharmacistsOnDuty ?? []).map(({ name, crf, hours }) => texts.onDuty(name, crf, hours)),
              texts.licence(profile.sanitaryLicence),
              texts.afe(profile.afe),
              ...(profile.ae ? [texts.ae(profile.ae)] : []),
            ].join(' ')}
          </p>
          {profile.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </div>
      </div>
    </footer>
  )
}

function Link({ name, href, icon }: { name: string; href: string; icon?: IconName }) {
  return (
    <li>
      <a href={href}>
        {icon && <Icon name={icon} />}
        {name}
      </a>
    </li>
  )
}
