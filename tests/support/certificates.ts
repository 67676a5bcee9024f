import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

/** A key and its certificate, PEM texts. */
interface Identity {
  key: string
  cert: string
}

/** What client and server need for mTLS. */
interface Certificates {
  /** Signs the other two. */
  authority: string
  /** The authority again, as a file: for NODE_EXTRA_CA_CERTS of another process. */
  authorityFile: string
  /** Valid for 127.0.0.1. */
  server: Identity
  /** The same, since 2021 no longer valid. */
  expired: Identity
  clientFiles: { certFile: string; certKeyFile: string }
  /** This process no longer trusts the authority. */
  distrust(): void
}

/** Nothing else: to read the world's authorities again at each change takes half a second. */
const trusted = new Set<string>()

/** Generates certificates, in files that are deleted after the test. Until then this process trusts their authority. */
export async function makeCertificates(): Promise<Certificates> {
  // A unique name: of two authorities with the same name only one would be checked.
  const authority = await sign(`Autoridade ${randomUUID()}`, null, [
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true },
  ])
  const server = await sign('127.0.0.1', authority, [
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ])
  const ended = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') }
  const expired = await sign(
    '127.0.0.1',
    authority,
    [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    ended,
  )
  const client = await sign('Farmácia de teste', authority, [{ name: 'extKeyUsage', clientAuth: true }])

  const folder = mkdtempSync(join(tmpdir(), 'balcao-certificates-'))
  const distrust = () => trusted.delete(authority.cert) && setDefaultCACertificates([...trusted])
  trusted.add(authority.cert)
  setDefaultCACertificates([...trusted])
  onTestFinished(() => {
    distrust()
    rmSync(folder, { recursive: true, force: true })
  })
  const write = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  return {
    authority: authority.cert,
    authorityFile: write('authority.pem', authority.cert),
    server,
    expired,
    clientFiles: { certFile: write('client.pem', client.cert), certKeyFile: write('client-key.pem', client.key) },
    distrust,
  }
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>

/** `by` null: signed by itself. */
async function sign(
  name: string,
  by: Identity | null,
  extensions: Extensions,
  dates: { notBeforeDate?: Date; notAfterDate?: Date } = {},
): Promise<Identity> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
    ...dates,
    ...(by && { ca: by }),
  })
  return { key: made.private, cert: made.cert }
}
