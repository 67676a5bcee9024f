import { pharmacistTexts as texts } from '../../texts/pharmacist.ts'
import { ButtonLink } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { pharmacist } from './pharmacist.css.ts'

export type PharmacistProps = {
  name: string
  crf: string
  hours: string[]
  phone: string
  chatHref: string
}

/** The shop's pharmacist: a person with a name, a registration, hours, and two ways to be reached. */
export function Pharmacist({ name, crf, hours, phone, chatHref }: PharmacistProps) {
  return (
    <div>
      <p>
        <b>{name}</b>
        <br />
        {crf}
        <br />
        {hours.join(', ')}
      </p>
      <p className={pharmacist}>
        <ButtonLink variant="outline" href={chatHref}>
          <Icon name="chat" />
          {texts.chat}
        </ButtonLink>{' '}
        <ButtonLink variant="outline" href={`tel:+55${phone.replace(/\D/g, '')}`}>
          {texts.call(phone)}
        </ButtonLink>
      </p>
    </div>
  )
}
