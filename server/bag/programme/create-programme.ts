import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Database } from '../../database/connection.ts'
import { createBreaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { createHttpProgramme } from './http-programme.ts'
import { isProgrammeTimeout, type LaboratoryProgramme } from './programme.ts'
import { createSandboxProgramme, type SandboxProgramme } from './sandbox-programme.ts'

/** Of the environment. */
interface Settings {
  sandbox: boolean
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
export function createProgramme(
  { sandbox, laboratoryProgrammeUrl }: Settings,
  { database, clock, catalogue, ownOrigin }: Deps,
): { programme: LaboratoryProgramme | null; sandbox: SandboxProgramme | null } {
  const isSandboxProgramme = sandbox && laboratoryProgrammeUrl === undefined
  const url = isSandboxProgramme ? () => `${ownOrigin()}/sandbox/laboratory-api` : () => laboratoryProgrammeUrl ?? ''
  const breaker = createBreaker({ clock, isFailure: isProgrammeTimeout })
  return {
    programme:
      isSandboxProgramme || laboratoryProgrammeUrl !== undefined ? createHttpProgramme({ url, breaker }) : null,
    sandbox: isSandboxProgramme
      ? createSandboxProgramme({ database, loadDiscounts: catalogue.loadLaboratoryDiscounts })
      : null,
  }
}
