import { type AddressInfo, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { freePort } from './ports.ts'

/** How the mail server treats the next e-mails. */
type Manners =
  | 'takes'
  | 'refuses the recipient'
  | 'is busy'
  | 'drops the line after the last word'
  | 'refuses the content'

export interface SmtpSink {
  /** smtp://127.0.0.1:port */
  url: string
  /** All e-mails that arrived completely, even those not confirmed. */
  received: Email[]
  manners: Manners
  /** Called with each e-mail, before it is confirmed. */
  onMail: () => Promise<void> | void
  /** Stops listening on the port, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real SMTP server of the test's own. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const port = await freePort()
  let server = listen()
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    manners: 'takes',
    onMail: () => {},
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    start: async () => {
      server = listen()
      await ready(server, port)
    },
  }
  await ready(server, port)
  onTestFinished(() => sink.stop())
  return sink

  function listen(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo(_address, _session, done) {
        if (sink.manners === 'refuses the recipient') return done(reply(550, 'no such mailbox'))
        if (sink.manners === 'is busy') return done(reply(450, 'come back later'))
        done()
      },
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        if (sink.manners === 'refuses the content') return done(reply(554, 'no thanks'))
        sink.received.push(await PostalMime.parse(Buffer.concat(chunks)))
        await sink.onMail()
        if (sink.manners === 'drops the line after the last word') return hangUp(session.remotePort)
        done()
      },
    })
  }

  function hangUp(remotePort: number): void {
    for (const connection of server.connections) {
      const socket = (connection as unknown as { _socket: Socket })._socket
      if (socket.remotePort === remotePort) socket.destroy()
    }
  }
}

/** Accepts connections and never responds. */
export async function openSilentServer(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function ready(server: SMTPServer, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
