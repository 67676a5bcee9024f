import type { PaymentWay } from '#server/orders/payment-way.ts'
import type { PaymentWayOption } from '#server/orders/payment-ways.ts'
import { muted, small, tightStack, visuallyHidden } from '../styles/shared.css.ts'
import { formatInstallments, type InstallmentPlan } from '../texts/payment-methods.ts'
import { paymentWayTexts as texts } from '../texts/payment-ways.ts'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { RadioCard } from '../ui/radio-card/radio-card.tsx'
import { changeForField, type DoorFields, doorMeansField, paymentMethodField } from './checkout-paths.ts'
import { doorFields, way } from './payment-ways.css.ts'

type PaymentWaysProps = {
  options: PaymentWayOption[]
  chosenWay: PaymentWay | null
  installments: InstallmentPlan | null
  /** How long the order waits for its payment. */
  reservationText: string
  isPickup: boolean
  /** As they are chosen. */
  door: DoorFields
  changeForError: string | null
}

/** How the order will be paid: one group of radio buttons. What is asked for the door alone stands below it. */
export function PaymentWays(props: PaymentWaysProps) {
  const { options, chosenWay, reservationText } = props
  return (
    <Panel title={texts.title} id={paymentMethodField}>
      <fieldset>
        <legend className={visuallyHidden}>{texts.legend}</legend>
        {options.map((option) => (
          <div key={option.way} className={way}>
            <RadioCard
              name={paymentMethodField}
              value={option.way}
              defaultChecked={option.way === chosenWay}
              disabled={option.obstacle !== null}
              {...describeWay(option, props)}
            />
            {option.way === 'door' && option.obstacle === null && <DoorDetails {...props} />}
          </div>
        ))}
      </fieldset>
      <p className={`${muted} ${small}`}>{reservationText}</p>
    </Panel>
  )
}

function describeWay(
  { way, obstacle, limitCents }: PaymentWayOption,
  { installments, isPickup }: Pick<PaymentWaysProps, 'installments' | 'isPickup'>,
) {
  if (way === 'door') {
    const detail =
      obstacle === null ? texts.doorDetail(limitCents ?? 0) : texts.doorObstacles[obstacle](limitCents ?? 0)
    return { label: texts.doorLabel(isPickup), detail }
  }
  const detail =
    way === 'card' && installments ? texts.cardDetail(formatInstallments(installments)) : texts.details[way]
  return { label: texts.labels[way], detail }
}

/** Shown while the door is chosen. */
function DoorDetails({ door, changeForError }: Pick<PaymentWaysProps, 'door' | 'changeForError'>) {
  const [label, hint] = texts.changeFor
  return (
    <div className={`${tightStack} ${doorFields}`}>
      <fieldset>
        <legend className={visuallyHidden}>{texts.doorMeansLegend}</legend>
        {(['card', 'cash'] as const).map((means) => (
          <RadioCard
            key={means}
            name={doorMeansField}
            value={means}
            defaultChecked={means === (door.means === 'cash' ? 'cash' : 'card')}
            label={texts.doorMeans[means]}
          />
        ))}
      </fieldset>
      <TextField
        name={changeForField}
        label={label}
        hint={hint}
        defaultValue={door.changeFor}
        inputMode="decimal"
        autoComplete="off"
        error={changeForError}
      />
    </div>
  )
}
