import { z } from 'zod'
import { fieldErrors } from '../../app/texts/fields.ts'
import type { Patient } from '../prescriptions/patients.ts'
import { listPatients, registerPatient, updatePatient } from '../prescriptions/patients.ts'
import { NewPatient, PatientChange, PrescriptionsInput } from '../prescriptions/prescription-forms.ts'
import { submitPrescriptions } from '../prescriptions/submission.ts'
import { createCustomerOperation } from './operation.ts'

const PatientDto = z.object({ id: z.number(), pacient: z.string() })
const SavedPatientDto = PatientDto.extend({
  notice: z.string().optional().describe('what was sent of a prescription, and is not kept here'),
})

const patientWireNames = { patientId: 'pacientId', patient: 'pacient' }

function toPatientDto({ id, name }: Patient) {
  return { id, pacient: name }
}

function toSavedPatientDto(patient: Patient, hasMore: boolean) {
  return { ...toPatientDto(patient), ...(hasMore && { notice: fieldErrors.patientNameAlone }) }
}

export const prescriptionsOperations = {
  'order/sendPrescription': createCustomerOperation({
    input: PrescriptionsInput,
    wireNames: { issuedAt: 'issued_at', openPrescriptionId: 'prescription_id', patient: 'pacient' },
    output: z.object({ prescription_id: z.number() }),
    acceptsFiles: true,
    extendErrorBody: toTokenErrorBody,
    example: { patients: ['Ana Souza'], types: [1], products: [[1]], issuers: ['CRM-SP 123456'], codes: ['A1B2C3'] },
    async run(ctx, { parts, openPrescriptionId }, { customerId }) {
      return { prescription_id: await submitPrescriptions(ctx, customerId, parts, openPrescriptionId) }
    },
  }),
  'order/getPacientList': createCustomerOperation({
    input: z.object({}),
    output: z.array(PatientDto),
    run: async (ctx, _input, { customerId }) => (await listPatients(ctx, customerId)).map(toPatientDto),
  }),
  'order/registerPacient': createCustomerOperation({
    input: NewPatient,
    wireNames: patientWireNames,
    output: SavedPatientDto,
    example: { patient: { patient: 'Ana Souza' } },
    run: async (ctx, { name, hasMore }, { customerId }) =>
      toSavedPatientDto(await registerPatient(ctx, customerId, name), hasMore),
  }),
  'order/updatePacient': createCustomerOperation({
    input: PatientChange,
    wireNames: patientWireNames,
    output: SavedPatientDto,
    example: { patientId: 1, patient: { patient: 'Ana Souza' } },
    run: async (ctx, { id, name, hasMore }, { customerId }) =>
      toSavedPatientDto(await updatePatient(ctx, customerId, id, name), hasMore),
  }),
}

/** The specification's format for a refused token: the code 'token', and a message to show. */
function toTokenErrorBody(message: string, code: string): object {
  return code === 'token.invalid' || code === 'customer.required' ? { code: 'token', message } : {}
}
