import type { Gain } from '#server/wallet/wallet.ts'
import { muted, stack } from '../styles/shared.css.ts'
import { walletTexts as texts } from '../texts/account.ts'
import { formatAddressLine, formatMoney, formatZipcode } from '../texts/format.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Columns } from '../ui/columns/columns.tsx'
import { Panel } from '../ui/panel/panel.tsx'

/** The customer's gains: the balance of each, and where it may be used. */
export function BenefitBalances({ gains }: { gains: Gain[] }) {
  return (
    <Columns layout="cards">
      {gains.map(({ id, name, balanceCents, addresses }) => (
        <Panel key={id} title={name}>
          <p>
            <b>{texts.gainBalance(formatMoney(balanceCents))}</b>
          </p>
          <ul className={stack} aria-label={texts.acceptedAtTitle}>
            {addresses.map((address) => (
              <li key={address.id} className={muted}>
                {address.addressType}: {formatAddressLine(address)}
                <br />
                {formatZipcode(address.zipcode)}, {address.city}
              </li>
            ))}
          </ul>
          <ButtonLink variant="outline" href={`/minha-conta?section=beneficio&gain=${id}#extrato`}>
            {texts.seeStatement}
          </ButtonLink>
        </Panel>
      ))}
    </Columns>
  )
}
