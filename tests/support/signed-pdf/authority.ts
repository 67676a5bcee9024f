import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from '../debian.ts'

/** Whose certificate it is, and by whom; times in days from now. */
interface Subject {
  /** Several may share one. */
  key?: string
  kind?: 'rsa' | 'p256' | 'brainpool'
  commonName: string
  issuer?: string
  extensions?: 'authority' | 'person' | 'encipherment'
  from?: number
  to?: number
  digest?: string
  cpf?: string
  organization?: string
  /** Whether the certificate names a doctor's number at the council. */
  isDoctor?: boolean
}

interface CmsOptions {
  cades?: boolean
  digest?: string
  more?: string[]
  chain?: string[]
}

export type Authority = ReturnType<typeof createAuthority>

/** Makes certificates and signatures by the machine's OpenSSL, in a folder. */
export function createAuthority(folder: string) {
  const openssl = findProgram('openssl') ?? (installDebianPackage('openssl') ? 'openssl' : null)
  if (openssl === null) throw new Error('signed samples need the program openssl')
  mkdirSync(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const run = (...words: string[]) => execFileSync(openssl, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let serial = 1000
  return { certificate, crowd, sign, pem, key }

  function key(name: string): string {
    return readFileSync(at(`${name}.key`), 'utf8')
  }

  function pem(name: string): string {
    return readFileSync(at(`${name}.pem`), 'utf8')
  }

  function makeKey(name: string, kind: keyof typeof keyKinds): string {
    const file = at(`${name}.key`)
    if (!existsSync(file)) run('genpkey', ...keyKinds[kind], '-out', file)
    return file
  }

  function certificate(name: string, subject: Subject): void {
    const { key = name, kind = 'rsa', extensions = 'person', digest = 'sha256', from = -10, to = 365 } = subject
    const keyFile = makeKey(key, kind)
    if (key !== name) writeFileSync(at(`${name}.key`), readFileSync(keyFile))
    serial += 1
    writeFileSync(at('settings'), settings(folder, subject.cpf ?? '12345678909', subject.isDoctor ?? true))
    writeFileSync(at('index.txt'), '')
    writeFileSync(at('serial'), `${serial}\n`)
    const distinguishedName = `/C=BR/O=${subject.organization ?? 'ICP-Brasil de teste'}/CN=${subject.commonName}`
    run('req', '-new', '-key', keyFile, '-subj', distinguishedName, '-config', at('settings'), '-out', at('request'))
    const by = subject.issuer
      ? ['-cert', at(`${subject.issuer}.pem`), '-keyfile', at(`${subject.issuer}.key`)]
      : ['-selfsign', '-keyfile', keyFile]
    const dates = ['-startdate', instant(from), '-enddate', instant(to)]
    run(
      ...['ca', '-batch', '-notext', '-config', at('settings'), '-in', at('request'), ...by, ...dates],
      ...['-extensions', extensions, '-md', digest, '-out', at(`${name}.pem`)],
    )
  }

  /** Authorities that all sign one another, and a person of theirs: they share a name and a key. */
  function crowd(size: number, person: string, commonName: string): string[] {
    const key = makeKey('crowd', 'p256')
    const bare = settings(folder, '12345678909', true).replaceAll(/(subject|authority)KeyIdentifier.*\n/g, '')
    writeFileSync(at('crowd.settings'), bare)
    const request = (subject: string) =>
      run('req', '-new', '-key', key, '-subj', `/CN=${subject}`, '-config', at('crowd.settings'), '-out', at('request'))
    const extended = ['-days', '30', '-extfile', at('crowd.settings'), '-extensions']
    request('Multidao')
    const names = Array.from({ length: size }, (_, index) => `crowd-${index}`)
    for (const [index, name] of names.entries()) {
      const number = ['-set_serial', String(index + 1)]
      run(
        ...['x509', '-req', '-in', at('request'), '-signkey', key, ...number, ...extended, 'authority'],
        ...['-out', at(`${name}.pem`)],
      )
    }
    request(commonName)
    writeFileSync(at(`${person}.key`), readFileSync(key))
    run(
      ...['x509', '-req', '-in', at('request'), '-CA', at('crowd-0.pem'), '-CAkey', key, '-set_serial', '999'],
      ...[...extended, 'person', '-out', at(`${person}.pem`)],
    )
    return names
  }

  /** @returns a CMS over that content, DER */
  function sign(content: Buffer, signer: string, { cades, digest = 'sha256', more = [], chain = [] }: CmsOptions = {}) {
    writeFileSync(at('content'), content)
    writeFileSync(at('chain'), chain.map(pem).join(''))
    return run(
      ...[
        'cms',
        '-sign',
        '-binary',
        '-in',
        at('content'),
        '-signer',
        at(`${signer}.pem`),
        '-inkey',
        at(`${signer}.key`),
      ],
      ...['-md', digest, ...(chain.length > 0 ? ['-certfile', at('chain')] : []), ...(cades ? ['-cades'] : [])],
      ...['-outform', 'DER', ...more],
    )
  }
}

const keyKinds = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  p256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  brainpool: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP512r1'],
}

const doctorNames = `otherName.3=2.16.76.1.4.2.2.1;FORMAT:ASCII,OCT:123456
otherName.4=2.16.76.1.4.2.2.2;FORMAT:ASCII,OCT:SP`

function instant(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '')
}

function settings(folder: string, cpf: string, isDoctor: boolean): string {
  return `
[req]
distinguished_name=nothing
[nothing]
[ca]
default_ca=own
[own]
serial=${join(folder, 'serial')}
database=${join(folder, 'index.txt')}
new_certs_dir=${folder}
unique_subject=no
policy=any
[any]
countryName=optional
organizationName=optional
commonName=optional
[authority]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[person]
basicConstraints=CA:FALSE
keyUsage=critical,digitalSignature,nonRepudiation
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
subjectAltName=@names
[names]
email=doutora@example.org
otherName.1=2.16.76.1.3.1;FORMAT:ASCII,OCT:01021980${cpf}000000000000000000000001234567SSPSP
otherName.2=2.16.76.1.3.6;FORMAT:ASCII,OCT:000000000000
${isDoctor ? doctorNames : ''}
[encipherment]
basicConstraints=CA:FALSE
keyUsage=critical,keyEncipherment
`
}
