import { createHash, type X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../platform/operator-error.ts'
import { parseTrustedCertificates, splitPem } from './certificates.ts'

/** Counted up whenever the check finds more in the same file. */
const checkVersion = 2

/** The certificates to which a signature's chain may lead. */
export interface TrustedRoots {
  pem: string
  /** Changes with them and with the check: what was checked otherwise is checked again. */
  id: string
}

/**
 * Reads the certificates of a folder's files (PEM), those of authorities between too. Without a folder nothing is trusted.
 * @throws OperatorError for a folder that cannot be read, or holds no root
 */
export function readTrustedRoots(folder: string | undefined): TrustedRoots {
  const pem = folder === undefined ? '' : [...new Set(splitPem(readPemFiles(folder)))].sort().join('\n')
  if (folder !== undefined && parseTrustedCertificates(pem).roots.length === 0)
    throw new OperatorError(`PRESCRIPTION_ROOTS: ${folder} holds no root certificate (PEM, one that signs itself)`)
  return { pem, id: createHash('sha256').update(`${checkVersion} ${pem}`).digest('hex').slice(0, 16) }
}

function readPemFiles(folder: string): string {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    return files.map(({ name }) => readFileSync(join(folder, name), 'latin1')).join('\n')
  } catch (cause) {
    throw new OperatorError(`PRESCRIPTION_ROOTS: the folder ${folder} cannot be read`, { cause })
  }
}

/** For the operator: how many there are, and how many of the roots are of no use. */
export function countCertificates({ pem }: TrustedRoots, now: Date) {
  const { roots, intermediates } = parseTrustedCertificates(pem)
  return {
    rootCount: roots.length,
    intermediateCount: intermediates.length,
    expiredRootCount: roots.filter(({ validToDate }) => validToDate < now).length,
    unreadableRootCount: roots.filter((root) => !hasReadableKey(root)).length,
  }
}

/** OpenSSL reads not every key: then nothing is verified by it. */
function hasReadableKey(root: X509Certificate): boolean {
  try {
    return root.publicKey.type === 'public'
  } catch {
    return false
  }
}
