import type { Context } from '../context.ts'
import { parseCpf } from '../platform/cpf.ts'
import { ShopError } from '../platform/errors.ts'
import { type ReencryptionOptions, type ReencryptionResult, reencryptColumn } from '../platform/reencryption.ts'
import { listStatusesIn } from './statuses.ts'

/**
 * Until the document is issued.
 * @param cpf empty: none
 * @throws ShopError "cpf.invalid", "order.unknown" for another's, too, "fiscal.issued"
 */
export async function saveCpf(ctx: Context, customerId: number, orderId: number, cpf: string): Promise<void> {
  const fiscalCpfEncrypted =
    cpf.trim() === '' ? null : ctx.encryption.encryptText(parseCpf(cpf), buildEncryptionContext(orderId))
  const order = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (!order) throw new ShopError('order.unknown')
  const { numUpdatedRows } = await ctx.db
    .updateTable('orders')
    .set({ fiscalCpfEncrypted })
    .where('id', '=', orderId)
    .where('fiscalKey', 'is', null)
    .where('status', 'in', listStatusesIn('unpaid', 'shop', 'inTransit'))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ShopError('fiscal.issued', { input: 'cpf' })
}

/** Eleven digits; null where none was given. */
export async function findCpf(ctx: Context, orderId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('orders')
    .select('fiscalCpfEncrypted')
    .where('id', '=', orderId)
    .executeTakeFirst()
  const encryptedCpf = row?.fiscalCpfEncrypted ?? null
  return encryptedCpf === null ? null : ctx.encryption.decryptText(encryptedCpf, buildEncryptionContext(orderId))
}

export function reencryptFiscalCpfs(ctx: Context, options: ReencryptionOptions): AsyncGenerator<ReencryptionResult> {
  return reencryptColumn(ctx, { table: 'orders', column: 'fiscal_cpf_encrypted', buildEncryptionContext }, options)
}

function buildEncryptionContext(orderId: number): string {
  return `fiscal cpf ${orderId}`
}
