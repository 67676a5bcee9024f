import type { ReactNode } from 'react'
import { deliveryTexts as texts } from '../../texts/delivery.ts'
import { Icon } from '../icon/icon.tsx'
import { deliveryTimeBlock } from './delivery-time.css.ts'

export type DeliveryTimeProps = {
  text: string
  /** A pin where it is a place that counts: nobody delivers there, none is known yet, or the order is picked up. */
  icon?: 'delivery' | 'pin'
  /** A pharmacist checks a prescription before the order leaves. */
  needsPrescription?: boolean
  /** Where to: an address, a postal code. */
  children?: ReactNode
}

/** When an order arrives, and where. */
export function DeliveryTime({ text, icon = 'delivery', needsPrescription, children }: DeliveryTimeProps) {
  return (
    <div className={deliveryTimeBlock}>
      <Icon name={icon} />
      <p>
        <b>{text}</b> {children}
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
