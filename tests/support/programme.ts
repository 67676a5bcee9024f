import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { onTestFinished } from 'vitest'
import type { Discount } from '../../server/catalogue/pricing.ts'
import type { Database } from '../../server/database/connection.ts'
import {
  createSandboxDiscountProgramme,
  type SandboxDiscountProgramme,
} from '../../server/demo/simulators/sandbox-discount-programme.ts'
import { createSandboxDiscountProgrammeRouter } from '../../server/demo/simulators/sandbox-discount-programme-api.ts'

/** CPFs that the pretend programme treats otherwise, with their check digits. */
export const strangeCpf = {
  oneUnit: '901.000.000-10',
  notEnrolled: '902.000.000-47',
  away: '903.000.000-73',
  lessThanPromised: '904.000.000-08',
}

interface DiscountedProducts {
  loadLaboratoryDiscounts(productIds: number[]): Promise<Map<number, Discount>>
}

/** A laboratory's programme over HTTP until the test is over; its authorisations lie in the database that it is given. */
export async function openTestProgramme() {
  let sandbox: SandboxDiscountProgramme | undefined
  /** Whether this call, as `POST /eligibility`, is hung up on. */
  const troubles = {
    hangsUp: (_call: string) => false,
    /** Whether it does what it is asked, and its answer does not arrive. */
    losesAnswer: (_call: string) => false,
  }
  const app = express()
  app.use((request, response, next) => {
    const call = `${request.method} ${request.path}`
    if (troubles.hangsUp(call) || !sandbox) return response.destroy()
    if (troubles.losesAnswer(call)) response.end = () => response.destroy()
    createSandboxDiscountProgrammeRouter(sandbox)(request, response, next)
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    troubles,
    serve(database: Database, catalogue: DiscountedProducts): SandboxDiscountProgramme {
      sandbox = createSandboxDiscountProgramme({ database, loadDiscounts: catalogue.loadLaboratoryDiscounts })
      return sandbox
    },
  }
}
