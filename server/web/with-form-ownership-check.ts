import type { ActionFunction } from '@remix-run/node'
import { isBackofficePath } from './backoffice-gate.ts'
import type { PagesBuild } from './remix.ts'

/**
 * Remix's build, with every action first checking that the signed-in account's form was sent
 * (`app/http/form-account.server.ts`). The back office's, whose people sign in separately, check it themselves.
 */
export function withFormOwnershipCheck(build: PagesBuild): PagesBuild {
  const { assertOwnForm } = build.entry.module
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action
    if (!action || isBackofficePath(route.path)) return [id, route]
    const guardedAction: ActionFunction = async (args) => {
      await assertOwnForm(args)
      return action(args)
    }
    return [id, { ...route, module: { ...route.module, action: guardedAction } }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}
