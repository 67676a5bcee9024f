import type { Request, RequestHandler, Response } from 'express'
import { setRequestAccount } from '../api/request-account.ts'
import type { Shop } from '../shop.ts'

/** Adds each answered request, except for files, to the access log. */
export function logAccess(accessLog: Pick<Shop['accessLog'], 'recordAccess'>): RequestHandler {
  return (request, response, next) => {
    response.on('finish', () =>
      accessLog.recordAccess({ ...readClientAddress(request), account: response.locals.account ?? null }),
    )
    next()
  }
}

/** For pages, which have no access to Express's request. */
export function createAccountTagger({ req }: Response): (account: string) => void {
  return (account) => setRequestAccount(req, account)
}

/**
 * Where a request came from. Behind a proxy (TRUST_PROXY) the address is the one that it forwards, and so is the port, where it
 * forwards one: `192.0.2.1:49152`, `[2001:db8::1]:49152`.
 */
export function readClientAddress(request: Pick<Request, 'ip' | 'socket'>): { ip: string; port: number | null } {
  const { remoteAddress = '', remotePort = null } = request.socket
  const address = request.ip ?? remoteAddress
  if (address === remoteAddress) return { ip: unmapIpv4(address), port: remotePort }
  const [, v4, v6, port] = /^(?:(\d+(?:\.\d+){3})|\[([^\]]+)\]):(\d{1,5})$/.exec(address) ?? []
  return { ip: unmapIpv4(v4 ?? v6 ?? address), port: port === undefined ? null : Number(port) }
}

/** IPv4 in an IPv6 form is that IPv4. */
function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
