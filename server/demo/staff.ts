import { demoStaffNames } from '../../app/texts/demo.ts'
import type { TransactionContext } from '../context.ts'

/** The demo's own people; in the sandbox they need no second factor. */
export const demoStaffEmails = {
  owner: 'gerente@example.com',
  pharmacist: 'farmaceutica@example.com',
  clerk: 'balconista@example.com',
} as const

export async function insertStaff(ctx: TransactionContext, passwordHash: string, now: Date): Promise<void> {
  const staffMembers = [
    { role: 'owner', email: demoStaffEmails.owner, name: demoStaffNames.owner, crf: null },
    { role: 'pharmacist', email: demoStaffEmails.pharmacist, name: demoStaffNames.pharmacist, crf: 'SP-54321' },
    { role: 'clerk', email: demoStaffEmails.clerk, name: demoStaffNames.clerk, crf: null },
  ] as const
  await ctx.db
    .insertInto('staff')
    .values(
      staffMembers.map((person) => ({
        ...person,
        branchId: null,
        passwordHash,
        totpSecretEncrypted: null,
        createdAt: now,
      })),
    )
    .execute()
}
