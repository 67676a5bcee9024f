import type { ShopProfile } from '#server/platform/shop-profile.ts'
import { container } from '../styles/shared.css.ts'
import { footerTexts as texts } from '../texts/footer.ts'
import { Icon, type IconName } from '../ui/icon/icon.tsx'
import { toPhoneHref, toWhatsappHref } from '../ui/linkified-text/phone-href.ts'
import * as css from './footer.css.ts'

/** The shop's contact data, and what the law requires on every main page (RDC 44/2009, art. 53). */
export function Footer({ profile }: { profile: ShopProfile }) {
  const { pharmacist } = profile
  return (
    <footer className={css.footer}>
      <div className={container}>
        <div className={css.columns}>
          <div>
            <h2>{texts.contact}</h2>
            <ul>
              <FooterLink name={profile.phone} href={toPhoneHref(profile.phone)} />
              {profile.whatsapp && (
                <FooterLink name={texts.whatsapp(profile.whatsapp)} href={toWhatsappHref(profile.whatsapp)} />
              )}
              {profile.hours.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {profile.social.map(({ name, url }) => (
                <FooterLink key={url} name={name} href={url} />
              ))}
            </ul>
          </div>
          <div>
            <h2>{texts.institutional}</h2>
            <ul>
              <FooterLink name={texts.aboutUs} href="/sobre-nos" />
              <FooterLink name={texts.stores} href="/lojas" />
              <FooterLink name={texts.careers} href={profile.careersUrl} />
              <FooterLink name={texts.terms} href="/termos-e-condicoes" />
              <FooterLink name={texts.accessibility} href="/acessibilidade" icon="accessible" />
            </ul>
          </div>
          <div>
            <h2>{texts.services}</h2>
            <ul>
              <FooterLink name={texts.corporateBenefit} href="/beneficio" />
              <FooterLink name={texts.hospitals} href="/hospitais-e-clinicas" />
              <FooterLink name={texts.howToSendPrescription} href="/termos-e-condicoes#receita" />
            </ul>
          </div>
          <div>
            <h2>{texts.safety}</h2>
            <ul>
              <FooterLink name={texts.pharmacistOnline} href={profile.pharmacistChatUrl} />
              <FooterLink name={texts.anvisaAlerts} href={profile.anvisaAlertsUrl} />
              <FooterLink name={texts.privacy} href="/privacidade" />
              <FooterLink name={texts.privacyPolicy} href="/privacy-policy.html" />
            </ul>
          </div>
        </div>
        <div className={css.legalText}>
          <p>
            <b>{profile.legalName}</b>
            {` (${profile.name}). ${texts.cnpjLine(profile.cnpj)} ${profile.address}.`}
          </p>
          <p>
            {[
              texts.pharmacistLine(pharmacist.name, pharmacist.crf),
              ...(profile.pharmacistsOnDuty ?? []).map(({ name, crf, hours }) => texts.onDutyLine(name, crf, hours)),
              texts.licenceLine(profile.sanitaryLicence),
              texts.afeNumber(profile.afe),
              ...(profile.ae ? [texts.aeNumber(profile.ae)] : []),
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

function FooterLink({ name, href, icon }: { name: string; href: string; icon?: IconName }) {
  return (
    <li>
      <a href={href}>
        {icon && <Icon name={icon} />}
        {name}
      </a>
    </li>
  )
}
