import type { Shop } from '#server/shop.ts'
import type { Actor } from '#server/staff/roles.ts'

// biome-ignore lint/suspicious/noExplicitAny: any verb's own parameters
type StaffVerb = (actor: Actor, ...args: any[]) => unknown

type BoundToActor<Verbs> = {
  [Name in keyof Verbs as Verbs[Name] extends StaffVerb ? Name : never]: Verbs[Name] extends (
    actor: Actor,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never
}

/** The back office as one of its people sees it: every verb without the parameter that says who asks. */
export type ActorBackoffice = { [Area in keyof Shop['backoffice']]: BoundToActor<Shop['backoffice'][Area]> }

export function bindActor(backoffice: Shop['backoffice'], actor: Actor): ActorBackoffice {
  const areas = Object.entries(backoffice).map(([area, verbs]) => [
    area,
    Object.fromEntries(
      Object.entries(verbs ?? {})
        .filter(([, verb]) => typeof verb === 'function')
        .map(([name, verb]) => [name, verb.bind(null, actor)]),
    ),
  ])
  return Object.fromEntries(areas) as ActorBackoffice
}
