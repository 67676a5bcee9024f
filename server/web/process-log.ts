import pino, { type Logger } from 'pino'

/** The sandbox's bank and payment page call the shop, and it them. */
const ownCalls = /^\/(sandbox\/pix-api|webhooks)\//

/** JSON lines; on a terminal, in the sandbox, lines that a person reads, without the sandbox's calls to itself. */
export async function createProcessLog(level: string, isSandbox: boolean): Promise<Logger> {
  const isForPeople = isSandbox && process.stdout.isTTY
  // A development package: an image has none.
  const pretty = isForPeople ? await import('pino-pretty').catch(() => null) : null
  if (!pretty) return pino({ level })
  const lines = pretty.default({
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,id,method,path,status,ms',
    messageFormat: ({ msg, method, path, status, ms }) =>
      method === undefined ? String(msg) : `${method} ${path} ${status} ${ms} ms`,
  })
  return pino(
    {
      level,
      hooks: {
        logMethod(words, log) {
          const [details] = words as [unknown]
          const path = typeof details === 'object' && details && 'path' in details ? String(details.path) : ''
          if (!ownCalls.test(path)) log.apply(this, words)
        },
      },
    },
    lines,
  )
}
