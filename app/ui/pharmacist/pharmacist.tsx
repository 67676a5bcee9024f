import { row } from '../../styles/shared.css.ts'
import { pharmacistTexts as texts } from '../../texts/pharmacist.ts'
import { ButtonLink } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { toPhoneHref } from '../linkified-text/phone-href.ts'
import { pharmacistCard } from './pharmacist.css.ts'

export type PharmacistCardProps = {
  name: string
  crf: string
  hours: string[]
  phone: string
  chatHref: string
}

/** The shop's pharmacist: a person with a name, a registration, hours, and two ways to be reached. */
export function PharmacistCard({ name, crf, hours, phone, chatHref }: PharmacistCardProps) {
  return (
    <section className={pharmacistCard}>
      <Icon name="user" />
      <div>
        <h2>{texts.title}</h2>
        {name}
        <br />
        {crf}
        <br />
        {hours.join(', ').replace(/(\S) (?=\d)/g, '$1\u00a0')}
      </div>
      <p className={row}>
        <ButtonLink variant="outline" href={chatHref}>
          <Icon name="chat" />
          {texts.chat}
        </ButtonLink>{' '}
        <ButtonLink variant="outline" href={toPhoneHref(phone)}>
          {texts.callLabel(phone)}
        </ButtonLink>
      </p>
    </section>
  )
}
