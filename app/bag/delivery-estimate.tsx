import { deliveryTexts } from '../texts/delivery.ts'
import { formatZipcode } from '../texts/format.ts'
import { DeliveryTime } from '../ui/delivery-time/delivery-time.tsx'

type DeliveryEstimateProps = {
  /** Null where nothing is delivered. */
  deliveryTime: string | null
  zipcode: string | null
  /** Where the postal code is typed. */
  zipcodeHref: string
  unknownZipcodeText: string
  needsPrescription?: boolean
}

export function DeliveryEstimate({
  deliveryTime,
  zipcode,
  zipcodeHref,
  unknownZipcodeText,
  ...props
}: DeliveryEstimateProps) {
  if (zipcode === null) {
    return (
      <DeliveryTime icon="pin" text={unknownZipcodeText}>
        <a href={zipcodeHref}>{deliveryTexts.enterZipcode}</a>
      </DeliveryTime>
    )
  }
  const formattedZipcode = formatZipcode(zipcode)
  return (
    <DeliveryTime
      text={deliveryTime ?? deliveryTexts.uncovered(formattedZipcode)}
      icon={deliveryTime === null ? 'pin' : 'delivery'}
      {...(deliveryTime !== null && props)}
    >
      {deliveryTime && `${deliveryTexts.zipcode(formattedZipcode)} `}
      <a href={zipcodeHref}>{deliveryTexts.changeZipcode}</a>
    </DeliveryTime>
  )
}
