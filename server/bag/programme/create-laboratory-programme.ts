import type { Discount } from '../../catalogue/pricing.ts'
import type { Database } from '../../database/connection.ts'
import { createCircuitBreaker } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { isProgrammeTimeout, type LaboratoryProgramme } from '../../ports/laboratory-programme.ts'
import { createHttpProgramme } from './http-programme.ts'
import { createSandboxDiscountProgramme, type SandboxDiscountProgramme } from './sandbox-discount-programme.ts'

/** Of the environment. */
interface ProgrammeConfig {
  isSandbox: boolean
  laboratoryProgrammeUrl: string | undefined
}

interface Deps {
  database: Database
  clock: Clock
  /** Of the products that have one, by product id. */
  loadLaboratoryDiscounts: (productIds: number[]) => Promise<Map<number, Discount>>
  /** This process's own origin, once it listens: the sandbox's programme runs there. */
  getLocalOrigin: () => string
}

/** A shop's programme, and the one that pretends to be it in the sandbox. */
export function createLaboratoryProgramme(
  { isSandbox, laboratoryProgrammeUrl }: ProgrammeConfig,
  { database, clock, loadLaboratoryDiscounts, getLocalOrigin }: Deps,
): { programme: LaboratoryProgramme | null; sandboxProgramme: SandboxDiscountProgramme | null } {
  const usesSandboxProgramme = isSandbox && laboratoryProgrammeUrl === undefined
  const getBaseUrl = usesSandboxProgramme
    ? () => `${getLocalOrigin()}/sandbox/laboratory-api`
    : () => laboratoryProgrammeUrl ?? ''
  const breaker = createCircuitBreaker({ clock, isFailure: isProgrammeTimeout })
  return {
    programme:
      usesSandboxProgramme || laboratoryProgrammeUrl !== undefined
        ? createHttpProgramme({ getBaseUrl, breaker })
        : null,
    sandboxProgramme: usesSandboxProgramme
      ? createSandboxDiscountProgramme({ database, loadDiscounts: loadLaboratoryDiscounts })
      : null,
  }
}
