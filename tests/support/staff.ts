import type { OrderStatus, StaffRole } from '../../server/database/schema.ts'
import { findNextTransition } from '../../server/orders/lifecycle.ts'
import type { Shop } from '../../server/shop.ts'
import type { Actor } from '../../server/staff/roles.ts'
import { openPlainBrowser, type PlainBrowser } from './http.ts'
import type { TestShop } from './shop.ts'

/** The demo's staff, by role. */
export const demoStaff: Record<StaffRole, string> = {
  owner: 'gerente@example.com',
  pharmacist: 'farmaceutica@example.com',
  clerk: 'balconista@example.com',
}

export const demoStaffPassword = 'balcao-demo-2026'

/** One of the demo's staff, signed in. */
export async function actorOf(shop: TestShop, role: StaffRole): Promise<Actor> {
  const token = await shop.staff.signIn(demoStaff[role], demoStaffPassword, 'test')
  const session = await shop.staff.findSession(token, 'test')
  if (!session?.actor) throw new Error(`the demo's ${role} is not signed in`)
  return session.actor
}

/** Whoever has the machine. */
export const operator: Actor = {
  staffId: null,
  name: 'root',
  role: 'operator',
  crf: null,
  branchId: null,
  clientNetwork: 'cli',
}

/** The same, acting on an order. */
export const byOperator = { kind: 'staff', actor: operator } as const

/** Takes the step that is the order's next one. @throws ShopError "step.impossible" where there is none */
export async function advance(
  { orders }: { orders: Pick<Shop['orders'], 'findSummary' | 'advanceOrder'> },
  id: number,
): Promise<OrderStatus> {
  const { status = 'expired', type = 'delivery' } = (await orders.findSummary(id)) ?? {}
  return orders.advanceOrder(id, findNextTransition(status, type) ?? 'pick', byOperator)
}

/** A browser in which one of the demo's staff is signed in. */
export async function createStaff(url: string, role: StaffRole): Promise<PlainBrowser> {
  const browser = openPlainBrowser(url)
  const fields = { email: demoStaff[role], password: demoStaffPassword }
  await browser.submit('/balcao', { button: 'Continuar', fields })
  return browser
}

/** Approves a prescription as a pharmacist does who has read it: with what the record of a retained one needs. */
export async function approvePrescription(
  { backoffice: { prescriptions } }: Pick<TestShop, 'backoffice'>,
  actor: Actor,
  id: number,
): Promise<{ orderId: number }> {
  const { otherUses, retainedPartIds } = await prescriptions.getPrescription(actor, id)
  const facts = { age: '52', sex: 'F', prescriber: 'Maria da Silva', registration: 'CRM-SP 123456', sncr: '' }
  return prescriptions.approvePrescription(actor, id, {
    seenUses: otherUses.map(({ prescriptionId }) => prescriptionId),
    justification: 'É a mesma receita.',
    isNotDispensedElsewhere: true,
    issueDates: [],
    units: [],
    facts: retainedPartIds.map((partId) => ({ partId, ...facts, isProlonged: false })),
    repeats: [],
  })
}

/** Begins to pick an order, and ticks units of a product by hand, each on the page as it is then. */
export async function pickByHand(clerk: PlainBrowser, orderPage: string, productName: string, units: number) {
  await clerk.submit(orderPage, { button: 'Começar a separar' })
  for (let unit = 0; unit < units; unit += 1)
    await clerk.submit(orderPage, { button: `Conferir à mão: ${productName}` })
}
