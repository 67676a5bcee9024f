import { z } from 'zod'
import { createCustomerOperation } from '../wire/operation.ts'
import type { Patient } from './patients.ts'
import { NewPatient, PatientChange, PrescriptionsInput } from './prescription-forms.ts'
import type { PrescriptionService } from './prescriptions.ts'

const PatientDto = z.object({ id: z.number(), pacient: z.string() })

const patientWireNames = { patientId: 'pacientId', patient: 'pacient' }

function toPatientDto({ id, name }: Patient) {
  return { id, pacient: name }
}

export function createPrescriptionsOperations({ prescriptions }: { prescriptions: PrescriptionService }) {
  return {
    'order/sendPrescription': createCustomerOperation({
      input: PrescriptionsInput,
      wireNames: { issuedAt: 'issued_at', openPrescriptionId: 'prescription_id', patient: 'pacient' },
      output: z.object({ prescription_id: z.number() }),
      acceptsFiles: true,
      extendErrorBody: toTokenErrorBody,
      example: { patients: ['Ana Souza'], types: [1], products: [[1]], issuers: ['CRM-SP 123456'], codes: ['A1B2C3'] },
      async run({ parts, openPrescriptionId }, { customerId }) {
        return { prescription_id: await prescriptions.submitPrescriptions(customerId, parts, openPrescriptionId) }
      },
    }),
    'order/getPacientList': createCustomerOperation({
      input: z.object({}),
      output: z.array(PatientDto),
      run: async (_input, { customerId }) => (await prescriptions.listPatients(customerId)).map(toPatientDto),
    }),
    'order/registerPacient': createCustomerOperation({
      input: NewPatient,
      wireNames: patientWireNames,
      output: PatientDto,
      example: { patient: { patient: 'Ana Souza' } },
      run: async ({ name }, { customerId }) => toPatientDto(await prescriptions.registerPatient(customerId, name)),
    }),
    'order/updatePacient': createCustomerOperation({
      input: PatientChange,
      wireNames: patientWireNames,
      output: PatientDto,
      example: { patientId: 1, patient: { patient: 'Ana Souza' } },
      run: async ({ id, name }, { customerId }) =>
        toPatientDto(await prescriptions.updatePatient(customerId, id, name)),
    }),
  }
}

/** The specification's format for a refused token: the code 'token', and a message to show. */
function toTokenErrorBody(message: string, code: string): object {
  return code === 'token.invalid' || code === 'customer.required' ? { code: 'token', message } : {}
}
