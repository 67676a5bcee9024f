import type { Context } from '../context.ts'
import { hasCnpjShape, isCnpj, normalizeCnpj } from '../platform/cnpj.ts'
import { parseCpf } from '../platform/cpf.ts'
import { ShopError } from '../platform/errors.ts'
import type { EncryptedColumn } from '../platform/reencryption.ts'
import { insertOrderEvent } from './events.ts'
import { listStatusesIn } from './statuses.ts'

/**
 * The CPF or CNPJ that its customer wants in an order's fiscal document, until that is issued. The till is told, as of any change.
 * @param text empty: none
 * @throws ShopError "cpf.invalid", "cnpj.invalid", "order.unknown" for another's, too, "fiscal.issued"
 */
export async function saveTaxNumber(ctx: Context, customerId: number, orderId: number, text: string): Promise<void> {
  const fiscalCpfEncrypted =
    text.trim() === '' ? null : ctx.encryption.encryptText(parseTaxNumber(text), buildEncryptionContext(orderId))
  await ctx.transact(async (ctx) => {
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
    const by = { kind: 'customer', id: customerId } as const
    await insertOrderEvent(ctx, { orderId, kind: 'setTaxNumber', by })
  })
}

/** Eleven digits of a CPF, or the fourteen characters of a CNPJ; null where none was given. */
export async function findTaxNumber(ctx: Context, orderId: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('orders')
    .select('fiscalCpfEncrypted')
    .where('id', '=', orderId)
    .executeTakeFirst()
  const encryptedNumber = row?.fiscalCpfEncrypted ?? null
  return encryptedNumber === null ? null : ctx.encryption.decryptText(encryptedNumber, buildEncryptionContext(orderId))
}

export const encryptedColumns: EncryptedColumn[] = [
  { table: 'orders', column: 'fiscal_cpf_encrypted', buildEncryptionContext },
]

function parseTaxNumber(text: string): string {
  if (!hasCnpjShape(text)) return parseCpf(text)
  if (!isCnpj(text)) throw new ShopError('cnpj.invalid', { input: 'cpf' })
  return normalizeCnpj(text)
}

function buildEncryptionContext(orderId: number): string {
  return `fiscal cpf ${orderId}`
}
