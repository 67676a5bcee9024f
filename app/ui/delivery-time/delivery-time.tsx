import type { ReactNode } from 'react'
import { type DeliveryHours, formatDeliveryTime, deliveryTexts as texts } from '../../texts/delivery.ts'
import { Icon } from '../icon/icon.tsx'
import { deliveryTimeBlock } from './delivery-time.css.ts'

type DeliveryTimeProps = {
  /** The branch that delivers; a text instead where none does, or none is known yet. */
  hoursOrText: DeliveryHours | string
  /** A pharmacist checks a prescription before the order leaves. */
  needsPrescription?: boolean
  /** Where to: an address, a postal code. */
  children?: ReactNode
}

/** When an order arrives, and where. */
export function DeliveryTime({ hoursOrText, needsPrescription, children }: DeliveryTimeProps) {
  return (
    <div className={deliveryTimeBlock}>
      <Icon name={typeof hoursOrText === 'string' ? 'pin' : 'delivery'} />
      <p>
        <b>{typeof hoursOrText === 'string' ? hoursOrText : formatDeliveryTime(hoursOrText)}</b> {children}
        {needsPrescription && (
          <>
            {children && <br />}
            {texts.afterPrescriptionHint}
          </>
        )}
      </p>
    </div>
  )
}
