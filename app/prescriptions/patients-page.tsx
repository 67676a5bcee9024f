import type { SubmissionResult } from '@conform-to/dom'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireCustomer } from '../http/access.server.ts'
import { describeInputs } from '../http/form-inputs.server.ts'
import { createCustomerAction, defineCustomerForm } from '../http/handle-forms.server.ts'
import { buildNoStoreHeaders, createFlashMessage } from '../http/responses.server.ts'
import { readSavedFormResult } from '../http/saved-form.server.ts'
import { createNoindexMeta } from '../seo/page-title.ts'
import { CheckoutLayout } from '../shell/checkout-layout.tsx'
import type { RouteHandle } from '../shell/route-handle.ts'
import { narrowColumn } from '../styles/narrow.css.ts'
import { stack } from '../styles/shared.css.ts'
import { patientTexts as texts } from '../texts/checkout.ts'
import { Button } from '../ui/button/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary/error-summary.tsx'
import { TextField } from '../ui/field/field.tsx'
import { Panel } from '../ui/panel/panel.tsx'
import { PostForm } from '../ui/post-form/post-form.tsx'

export const handle: RouteHandle = { Layout: CheckoutLayout }

export async function loader(args: LoaderFunctionArgs) {
  const { customer } = await requireCustomer(args)
  const { prescriptions } = args.context.shop
  return {
    patients: await prescriptions.listPatients(customer.id),
    inputs: describeInputs(prescriptions.forms.NewPatient),
    savedResult: readSavedFormResult(args, customer),
  }
}

export const headers = buildNoStoreHeaders

const redirectAfterSaving = () => ({
  to: '/checkout/receita-medica/pacientes',
  flash: createFlashMessage('ok', texts.savedMessage),
})

const changePatientForm = defineCustomerForm({
  intent: 'change',
  identifyingField: 'pacientId',
  schema: ({ prescriptions }) => prescriptions.forms.PatientChange,
  fields: { patientId: 'pacientId', patient: 'pacient.pacient' },
  isResumable: true,
  run: ({ shop, visitor }, { id, name }) => shop.prescriptions.updatePatient(visitor.customer.id, id, name),
  respond: redirectAfterSaving,
})

const addPatientForm = defineCustomerForm({
  intent: 'add',
  schema: ({ prescriptions }) => prescriptions.forms.NewPatient,
  fields: { patient: 'pacient.pacient' },
  isResumable: true,
  run: ({ shop, visitor }, { name }) => shop.prescriptions.registerPatient(visitor.customer.id, name),
  respond: redirectAfterSaving,
})

export const action = createCustomerAction(changePatientForm, addPatientForm)

export const meta = createNoindexMeta(texts.title)

export default function PatientsPage() {
  const { patients, inputs, savedResult } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const result = actionData?.result ?? savedResult
  const invalidField = result ? toInvalidField(result) : null
  const buildNameFieldProps = (id: string, name?: string) => ({
    id,
    name: 'pacient.pacient',
    defaultValue: invalidField?.id === id ? invalidField.value : name,
    error: (invalidField?.id === id && invalidField.message) || null,
    required: true,
    ...inputs.patient,
  })
  return (
    <div className={`${narrowColumn} ${stack}`}>
      <h1>{texts.title}</h1>
      <ErrorSummary errors={invalidField?.message ? [invalidField] : []} />
      <p>{texts.intro}</p>
      <Panel as="div">
        {patients.length === 0 && <p>{texts.noPatients}</p>}
        {patients.map(({ id, name }) => (
          <PostForm key={id}>
            <input type="hidden" name="pacientId" value={id} />
            <TextField
              {...buildNameFieldProps(buildPatientFieldId(id), name)}
              label={texts.nameLabel(name)}
              actionButton={<Button variant="outline">{texts.save}</Button>}
            />
          </PostForm>
        ))}
      </Panel>
      <Panel as="div">
        <PostForm className={stack}>
          <TextField {...buildNameFieldProps(buildPatientFieldId())} label={texts.name} />
          <Button>{texts.add}</Button>
        </PostForm>
      </Panel>
      <p>
        <a href="/checkout/receita-medica">{texts.backToPrescription}</a>
      </p>
    </div>
  )
}

function buildPatientFieldId(patientId?: number | string): string {
  return patientId === undefined ? 'pacient' : `pacient-${patientId}`
}

/** Which field was refused, what was typed into it, and why. */
function toInvalidField({ initialValue, error }: SubmissionResult): FieldError & { value: string | undefined } {
  const { pacientId, pacient } = (initialValue ?? {}) as { pacientId?: string; pacient?: { pacient?: string } }
  const [message = ''] = Object.values(error ?? {}).flatMap((messages) => messages ?? [])
  return { id: buildPatientFieldId(pacientId), value: pacient?.pacient, message }
}
