import type { Page } from '@playwright/test'
import type { StaffRole } from '../../server/database/schema.ts'
import { photoBlob, sendPrescription } from './prescriptions.ts'
import { addToBag, azitromicina, goOn, newCustomer, pay, place } from './purchase.ts'
import { demoStaff, demoStaffPassword } from './staff.ts'

/** Fills in the sign-in that stands in place of a page of the counter. */
export async function signInAs(page: Page, role: StaffRole): Promise<void> {
  await page.getByLabel('E-mail').fill(demoStaff[role])
  await page.getByLabel('Senha').fill(demoStaffPassword)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('navigation', { name: 'Balcão' }).waitFor()
}

/** A paid order of one product with a prescription that waits. @returns its number */
export async function orderInReview(url: string, goods = azitromicina, file?: Blob): Promise<string> {
  const customer = await newCustomer(url)
  await addToBag(customer, goods)
  await goOn(customer)
  await sendPrescription(customer, { file: file ?? (await photoBlob()) })
  return pay(customer, await place(customer))
}
