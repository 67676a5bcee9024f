import type { DeskOrder } from '#server/counter/order-desk.ts'
import { row, tightStack } from '../styles/shared.css.ts'
import { orderDeskTexts as texts } from '../texts/counter.ts'
import { addressLine, formatPhone, formatZipcode } from '../texts/format.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel/panel.tsx'

/** Who gets it and where, and how they are reached. */
export function Delivery({ found: { order, customer }, root }: { found: DeskOrder; root: string }) {
  const digits = customer?.phone.replace(/\D/g, '') ?? ''
  return (
    <Panel title={texts.who}>
      <div className={tightStack}>
        <p>
          {customer ? (
            <>
              <a href={`${root}/clientes/${customer.id}`}>
                <b>
                  {customer.firstName} {customer.lastName}
                </b>
              </a>
              <br />
              {addressLine(order.address)}
            </>
          ) : (
            texts.erased
          )}
          <br />
          CEP {formatZipcode(order.address.zipcode)}
        </p>
        {order.note && (
          <p>
            {texts.note}: “{order.note}”
          </p>
        )}
        {digits && (
          <div className={row}>
            <ButtonLink variant="outline" href={`tel:+55${digits}`}>
              {formatPhone(digits)}
            </ButtonLink>
            <ButtonLink variant="outline" href={`https://wa.me/55${digits}`}>
              {texts.whatsapp}
            </ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  )
}
