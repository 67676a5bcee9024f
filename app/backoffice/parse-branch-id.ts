import { parseId } from '../http/ids.ts'
import type { StaffRequest } from './staff-pages.server.tsx'

/** The branch that a form's field `loja` names; null for all of them, which only an empty field means. */
export async function parseBranchId({ shop }: Pick<StaffRequest, 'shop'>, fieldValue: unknown): Promise<number | null> {
  const text = String(fieldValue ?? '').trim()
  if (text === '') return null
  // No branch has a number below zero.
  const id = parseId(text) || -1
  await shop.delivery.assertBranchExists(id)
  return id
}
