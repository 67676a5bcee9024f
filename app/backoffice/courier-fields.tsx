import type { RecentCourier } from '#server/orders/delivery-updates.ts'
import { backofficeOrderTexts as texts } from '../texts/backoffice/orders.ts'
import { Select, TextField } from '../ui/field/field.tsx'
import type { GetFieldProps } from '../ui/field/field-props.ts'
import * as css from './backoffice.css.ts'

type CourierFieldsProps = {
  field: GetFieldProps<'courierOrder' | 'courierName' | 'courierPhone' | 'courierUrl'>
  couriers: RecentCourier[]
  /** The form was refused: what was typed is in sight. */
  isOpen: boolean
}

/** Who brings it: one of those who brought orders lately, the latest one set, or another one, typed once. */
export function CourierFields({ field, couriers, isOpen }: CourierFieldsProps) {
  const typedFields = (
    <div className={css.promotionFields}>
      <TextField {...field('courierName')} />
      <TextField {...field('courierPhone')} type="tel" />
      <TextField {...field('courierUrl')} inputMode="url" placeholder="https://" />
    </div>
  )
  const [latestCourier] = couriers
  if (!latestCourier) return typedFields
  const courierOrderField = field('courierOrder')
  return (
    <>
      <Select
        {...courierOrderField}
        isOptional={false}
        required={false}
        defaultValue={courierOrderField.defaultValue ?? latestCourier.orderId}
        options={[
          ...couriers.map((courier) => [courier.orderId, texts.courierChoice(courier)] as const),
          ['', texts.noCourier],
        ]}
      />
      <details open={isOpen}>
        <summary>{texts.otherCourier}</summary>
        {typedFields}
      </details>
    </>
  )
}
