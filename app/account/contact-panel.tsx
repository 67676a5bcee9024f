import { muted, row } from '../styles/shared.css.ts'
import { problemTexts as texts } from '../texts/problems.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { toPhoneHref } from '../ui/linkified-text/phone-href.ts'
import { Panel } from '../ui/panel/panel.tsx'

/** Whom to ask instead, and what to do in need. */
export function ContactPanel({ phone, chatHref }: { phone: string; chatHref: string }) {
  return (
    <Panel title={texts.contactTitle}>
      <div className={row}>
        <ButtonLink variant="outline" href={toPhoneHref(phone)}>
          {phone}
        </ButtonLink>
        <ButtonLink variant="outline" href={chatHref}>
          WhatsApp
        </ButtonLink>
      </div>
      <p className={muted}>{texts.adverseReaction}</p>
    </Panel>
  )
}
