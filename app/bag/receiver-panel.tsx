import { deliveryOptionTexts as texts } from '../texts/delivery-options.ts'
import { TextField } from '../ui/field/field.tsx'
import type { FormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'

interface ReceiverPanelProps {
  isPickup: boolean
  state: FormState
}

/** Name and phone, of who has given none yet. */
export function ReceiverPanel({ isPickup, state }: ReceiverPanelProps) {
  return (
    <Panel title={isPickup ? texts.collector : texts.receiver}>
      <TextField
        label={isPickup ? texts.collectorName : texts.receiverName}
        name="full_name"
        required
        autoComplete="name"
        defaultValue={state.getFieldValue('full_name')}
        error={state.getFieldError('full_name')}
      />
      <TextField
        label={texts.receiverPhone}
        name="phone"
        required
        type="tel"
        autoComplete="tel"
        data-mask="phone"
        defaultValue={state.getFieldValue('phone')}
        error={state.getFieldError('phone')}
      />
    </Panel>
  )
}
