import { z } from 'zod'
import { DayInputSchema } from '../platform/day-input.ts'

/** The message above every page, as the owner types it. */
export const BranchNoticeInputSchema = z.object({
  /** An id; '' for all. */
  branch: z.string().default(''),
  /** '' for the usual one. */
  text: z.string().trim().default(''),
  /** The last day on which it holds. */
  lastDay: DayInputSchema,
})
