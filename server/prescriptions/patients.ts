import type { Context, TransactionContext } from '../context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import { ShopError } from '../platform/errors.ts'
import { normalizeInput } from '../platform/user-input.ts'

/** A person for whom a customer sends prescriptions. */
export interface Patient {
  id: number
  name: string
}

/** So many fit a page, and more than any family has. */
const maxPatients = 50

/** In the order they were registered. */
export async function listPatients(ctx: Context, customerId: number): Promise<Patient[]> {
  const rows = await ctx.db
    .selectFrom('patient')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, nameEncrypted }) => ({
    id,
    name: ctx.encryption.decryptText(nameEncrypted, buildPatientEncryptionContext(customerId)),
  }))
}

/** A name that is there already, as of a form that was sent twice, is that patient's. */
export function registerPatient(ctx: Context, customerId: number, name: string): Promise<Patient> {
  return ctx.transact(async (ctx) => {
    await lockUntilCommit(ctx.engine, ctx.db, 'patient', customerId)
    return (await findByName(ctx, customerId, name)) ?? lockAndInsertPatient(ctx, customerId, name)
  })
}

async function lockAndInsertPatient(ctx: TransactionContext, customerId: number, name: string): Promise<Patient> {
  await lockUntilCommit(ctx.engine, ctx.db, 'patient', customerId)
  const { count } = await ctx.db
    .selectFrom('patient')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= maxPatients) throw new ShopError('patient.tooMany', { max: maxPatients, input: 'patient' })
  const { id } = await ctx.db
    .insertInto('patient')
    .values({
      customerId,
      nameEncrypted: ctx.encryption.encryptText(name, buildPatientEncryptionContext(customerId)),
      createdAt: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name }
}

/**
 * @param name left out, it stays as it is
 * @throws ShopError "patient.unknown" for an id that is unknown or another customer's
 */
export async function updatePatient(
  ctx: Context,
  customerId: number,
  id: number,
  name: string | undefined,
): Promise<Patient> {
  if (name === undefined) {
    const patient = (await listPatients(ctx, customerId)).find((candidate) => candidate.id === id)
    if (!patient) throw new ShopError('patient.unknown', { input: 'patient' })
    return patient
  }
  const { numUpdatedRows } = await ctx.db
    .updateTable('patient')
    .set({ nameEncrypted: ctx.encryption.encryptText(name, buildPatientEncryptionContext(customerId)) })
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('patient.unknown', { input: 'patient' })
  return { id, name }
}

/**
 * The patient named in a form, by id or by name; a new name is registered.
 * @throws ShopError "patient.unknown" for an id that is not one of the customer's
 */
export async function findOrRegisterPatient(
  ctx: TransactionContext,
  customerId: number,
  nameOrId: string,
): Promise<Patient> {
  const isId = /^\d+$/.test(nameOrId)
  const patient = isId
    ? (await listPatients(ctx, customerId)).find(({ id }) => id === Number(nameOrId))
    : await findByName(ctx, customerId, nameOrId)
  if (patient) return patient
  if (isId) throw new ShopError('patient.unknown', { input: 'patient' })
  return lockAndInsertPatient(ctx, customerId, nameOrId)
}

async function findByName(ctx: Context, customerId: number, wantedName: string): Promise<Patient | undefined> {
  const patients = await listPatients(ctx, customerId)
  return patients.find(({ name }) => normalizeName(name) === normalizeName(wantedName))
}

export function buildPatientEncryptionContext(customerId: number): string {
  return `patient of ${customerId}`
}

function normalizeName(name: string): string {
  return normalizeInput(name).normalize('NFC').replace(/\s+/g, ' ').toLowerCase()
}
