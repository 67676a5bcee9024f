import type { ReactNode } from 'react'
import { type DeliveryHours, deliveryTime, deliveryTexts as texts } from '../../texts/delivery.ts'
import { Icon } from '../icon/icon.tsx'
import { when } from './delivery-time.css.ts'

type DeliveryTimeProps = {
  /** The branch that delivers; a sentence in its place where none does, or none is known yet. */
  hours: DeliveryHours | string
  /** A pharmacist checks a prescription before the order leaves. */
  needsPrescription?: boolean
  /** Where to: an address, a postal code. */
  children?: ReactNode
}

/** When an order arrives, and where. */
export function DeliveryTime({ hours, needsPrescription, children }: DeliveryTimeProps) {
  return (
    <div className={when}>
      <Icon name={typeof hours === 'string' ? 'pin' : 'delivery'} />
      <p>
        <b>{typeof hours === 'string' ? hours : deliveryTime(hours)}</b> {children}
        {needsPrescription && (
          <>
            {children && <br />}
            {texts.afterPrescription}
          </>
        )}
      </p>
    </div>
  )
}
