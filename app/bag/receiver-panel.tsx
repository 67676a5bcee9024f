import { accountFieldTexts } from '../texts/account.ts'
import { deliveryOptionTexts as texts } from '../texts/delivery-options.ts'
import { TextField } from '../ui/field/field.tsx'
import { createFieldProps, type InputHints } from '../ui/field/field-props.ts'
import type { FormState } from '../ui/field/form-fields.ts'
import { Panel } from '../ui/panel/panel.tsx'

interface ReceiverPanelProps {
  inputs: Record<string, InputHints>
  isPickup: boolean
  state: FormState
}

/** Name and phone, of who has given none yet. */
export function ReceiverPanel({ inputs, isPickup, state }: ReceiverPanelProps) {
  const field = createFieldProps<'fullName' | 'phone'>({
    inputs,
    texts: { ...accountFieldTexts, ...(isPickup && { fullName: [texts.collectorName] as const }) },
    state,
  })
  return (
    <Panel title={isPickup ? texts.collector : texts.receiver}>
      <TextField {...field('fullName')} />
      <TextField {...field('phone')} />
    </Panel>
  )
}
