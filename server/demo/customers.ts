import { demoAddressTypes } from '../../app/texts/demo.ts'
import { writeSearchWords } from '../accounts/customer-search.ts'
import type { TransactionContext } from '../context.ts'
import { addMinutes } from '../platform/clock.ts'
import { paulistaAddress, seedBenefitCustomer } from './benefits.ts'

/** The demo customers' password; the demo prints it at every start. */
export const demoPassword = 'balcao-demo-2026'
export const demoCustomerEmails = { customer: 'cliente@example.com', benefit: 'beneficio@example.com' } as const

export async function seedDemoCustomers(ctx: TransactionContext, passwordHash: string, now: Date): Promise<void> {
  const customers = [
    { email: demoCustomerEmails.customer, first_name: 'Marina', last_name: 'Prates' },
    { email: demoCustomerEmails.benefit, first_name: 'Otávio', last_name: 'Ramos' },
  ]
  for (const customer of customers) {
    const { id } = await ctx.db
      .insertInto('customer')
      .values({
        ...customer,
        phone: '11987654321',
        birthday: '1988-04-12',
        password_hash: passwordHash,
        // Earlier than the order delivered to one of them.
        created_at: addMinutes(now, -90 * 24 * 60).toISOString(),
        email_confirmed_at: addMinutes(now, -90 * 24 * 60).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSearchWords(ctx, id, customer)
    await ctx.db
      .insertInto('address')
      .values({
        customer_id: id,
        address_type: demoAddressTypes.home,
        ...paulistaAddress,
        place_id: null,
        created_at: now.toISOString(),
      })
      .execute()
    if (customer.email === demoCustomerEmails.benefit) await seedBenefitCustomer(ctx, id, now)
  }
}
