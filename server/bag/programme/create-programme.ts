import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Database } from '../../database/connection.ts'
import { createCircuitBreaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { createHttpProgramme } from './http-programme.ts'
import { isProgrammeTimeout, type LaboratoryProgramme } from './programme.ts'
import { createSandboxDiscountProgramme, type SandboxDiscountProgramme } from './sandbox-programme.ts'

/** Of the environment. */
interface Settings {
  isSandbox: boolean
  laboratoryProgrammeUrl: string | undefined
}

interface Deps {
  database: Database
  clock: Clock
  catalogue: Pick<Catalogue, 'loadLaboratoryDiscounts'>
  /** This process's own origin, once it listens: the sandbox's programme runs there. */
  ownOrigin: () => string
}

/** A shop's programme, and the one that pretends to be it in the sandbox. */
export function createLaboratoryProgramme(
  { isSandbox, laboratoryProgrammeUrl }: Settings,
  { database, clock, catalogue, ownOrigin }: Deps,
): { programme: LaboratoryProgramme | null; sandboxProgramme: SandboxDiscountProgramme | null } {
  const usesSandboxProgramme = isSandbox && laboratoryProgrammeUrl === undefined
  const getUrl = usesSandboxProgramme
    ? () => `${ownOrigin()}/sandbox/laboratory-api`
    : () => laboratoryProgrammeUrl ?? ''
  const breaker = createCircuitBreaker({ clock, isFailure: isProgrammeTimeout })
  return {
    programme:
      usesSandboxProgramme || laboratoryProgrammeUrl !== undefined ? createHttpProgramme({ getUrl, breaker }) : null,
    sandboxProgramme: usesSandboxProgramme
      ? createSandboxDiscountProgramme({ database, loadDiscounts: catalogue.loadLaboratoryDiscounts })
      : null,
  }
}
