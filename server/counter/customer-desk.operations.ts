import { z } from 'zod'
import { Reais, TypedId, toReais, typedText } from '../api/wire.ts'
import type { CustomerDesk } from './customer-desk.ts'
import { staffAct, staffOperation } from './staff-operation.ts'

const Listed = z.object({
  customerId: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().describe('digits'),
  isBlocked: z.boolean(),
})

const customerId = TypedId

export function customerDeskOperations({ customerDesk }: { customerDesk: CustomerDesk }) {
  return {
    'staff/searchCustomers': staffOperation('customers.search', {
      input: z.object({ term: typedText().min(1).max(120).describe('an e-mail, a phone, or how a name begins') }),
      example: { term: 'Marina' },
      output: z.object({ customers: z.array(Listed).describe('50 at most') }),
      async run({ term }, actor) {
        const found = await customerDesk.search(actor, term)
        return { customers: found.map(({ id, ...customer }) => ({ customerId: id, ...customer })) }
      },
    }),
    'staff/findCustomer': staffOperation('customers.find', {
      input: z.object({ customerId }),
      example: { customerId: 1 },
      output: Listed.extend({
        blockReason: z.string().nullable(),
        orders: z.array(z.object({ orderId: z.number(), status: z.string(), total: Reais, placedAt: z.string() })),
      }),
      async run({ customerId }, actor) {
        const { customer, block, orders } = await customerDesk.find(actor, customerId)
        return {
          customerId,
          name: `${customer.firstName} ${customer.lastName}`,
          email: customer.email,
          phone: customer.phone,
          isBlocked: block !== null,
          blockReason: block?.reason ?? null,
          orders: orders.map(({ id, status, totalCents, placedAt }) => ({
            orderId: id,
            status,
            total: toReais(totalCents),
            placedAt: placedAt.toISOString(),
          })),
        }
      },
    }),
    'staff/blockCustomer': staffAct('customers.manage', {
      input: z.object({ customerId, reason: typedText().min(1).max(300) }),
      example: { customerId: 1, reason: 'Pedidos de má-fé' },
      run: ({ customerId, reason }, actor) => customerDesk.block(actor, customerId, reason),
    }),
    'staff/unblockCustomer': staffAct('customers.manage', {
      input: z.object({ customerId }),
      example: { customerId: 1 },
      run: ({ customerId }, actor) => customerDesk.unblock(actor, customerId),
    }),
    'staff/exportCustomer': staffOperation('customers.manage', {
      input: z.object({ customerId }),
      example: { customerId: 1 },
      output: z.object({ data: z.record(z.string(), z.unknown()).describe('the same that customers download') }),
      run: async ({ customerId }, actor) => ({ data: { ...(await customerDesk.exportData(actor, customerId)) } }),
    }),
    'staff/eraseCustomer': staffAct('customers.manage', {
      input: z.object({ customerId, email: typedText().max(160).describe("the customer's, as a confirmation") }),
      example: { customerId: 1, email: 'quem-sai@example.com' },
      run: ({ customerId, email }, actor) => customerDesk.erase(actor, customerId, email),
    }),
  }
}
