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
    { email: demoCustomerEmails.customer, firstName: 'Marina', lastName: 'Prates' },
    { email: demoCustomerEmails.benefit, firstName: 'Otávio', lastName: 'Ramos' },
  ]
  for (const customer of customers) {
    const { id } = await ctx.db
      .insertInto('customer')
      .values({
        ...customer,
        phone: '11987654321',
        birthday: '1988-04-12',
        passwordHash,
        // Earlier than the order delivered to one of them.
        createdAt: addMinutes(now, -90 * 24 * 60),
        emailConfirmedAt: addMinutes(now, -90 * 24 * 60),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeSearchWords(ctx, id, customer)
    await ctx.db
      .insertInto('address')
      .values({
        customerId: id,
        addressType: demoAddressTypes.home,
        ...paulistaAddress,
        placeId: null,
        createdAt: now,
      })
      .execute()
    if (customer.email === demoCustomerEmails.benefit) await seedBenefitCustomer(ctx, id, now)
  }
}
