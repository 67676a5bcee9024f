import type { Request } from 'express'

/** Tells the access log whose request it is: `customer 12`, `staff 3`, a system's name. */
export function setRequestAccount(request: Request, accountLabel: string): void {
  if (request.res) request.res.locals.account = accountLabel
}
