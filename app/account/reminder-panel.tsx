import type { Order } from '#server/orders/order.ts'
import { stack } from '../styles/shared.css.ts'
import { reminderTexts as texts } from '../texts/reminders.ts'
import { Button } from '../ui/button/button.tsx'
import { Select, TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export type ReminderPanelProps = {
  order: Pick<Order, 'status' | 'lines'>
  /** How long each product lasts, in days. */
  daysOfSupplyByProductId: Map<number, number>
  patients: { id: number; name: string }[]
  /** Which form was refused, and why. */
  reminderError: { productId: number; message: string; days: string } | null
}

/** Of a delivered order: schedules an e-mail for when a product runs out. */
export function ReminderPanel({ order, daysOfSupplyByProductId, patients, reminderError }: ReminderPanelProps) {
  const lines = order.lines.filter(({ keptUnits }) => keptUnits > 0)
  if (order.status !== 'delivered' || lines.length === 0) return null
  return (
    <Panel title={texts.inviteTitle}>
      <p>{texts.intro}</p>
      {lines.map(({ productId, name }) => {
        const error = reminderError?.productId === productId ? reminderError : null
        return (
          <PostForm key={productId} className={stack}>
            <input type="hidden" name="id" value={productId} />
            <TextField
              id={`days-${productId}`}
              name="days"
              label={texts.daysOfSupplyLabel(name)}
              inputMode="numeric"
              required
              defaultValue={error?.days ?? daysOfSupplyByProductId.get(productId)}
              error={error?.message ?? null}
            />
            {patients.length > 0 && (
              <Select
                id={`patient-${productId}`}
                name="patient"
                label={texts.patientLabel(name)}
                defaultValue=""
                options={[
                  ['', texts.noPatientOption],
                  ...patients.map((patient) => [patient.id, patient.name] as const),
                ]}
              />
            )}
            <Button variant="outline" name="intent" value="remind">
              {texts.submit}
            </Button>
          </PostForm>
        )
      })}
      <p>
        <a href="/minha-conta/lembretes">{texts.seeAll}</a>
      </p>
    </Panel>
  )
}
