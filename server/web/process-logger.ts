import pino, { type Logger } from 'pino'

/** The sandbox's bank and payment page call the shop, and it them. */
const sandboxCallPathPattern = /^\/(sandbox\/pix-api|webhooks)\//

/** JSON lines; on a terminal, in the sandbox, lines that a person reads, without the sandbox's calls to itself. */
export async function createProcessLogger(level: string, isSandbox: boolean): Promise<Logger> {
  const isHumanReadable = isSandbox && process.stdout.isTTY
  // A development package: an image has none.
  const pinoPretty = isHumanReadable ? await import('pino-pretty').catch(() => null) : null
  if (!pinoPretty) return pino({ level })
  const prettyStream = pinoPretty.default({
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,id,method,path,status,ms',
    messageFormat: ({ msg, method, path, status, ms }) =>
      method === undefined ? String(msg) : `${method} ${path} ${status} ${ms} ms`,
  })
  return pino(
    {
      level,
      hooks: {
        logMethod(args, writeLog) {
          const [details] = args as [unknown]
          const path = typeof details === 'object' && details && 'path' in details ? String(details.path) : ''
          if (!sandboxCallPathPattern.test(path)) writeLog.apply(this, args)
        },
      },
    },
    prettyStream,
  )
}
