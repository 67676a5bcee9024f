import { AwsClient } from 'aws4fetch'
import { traced } from '../tracing.ts'
import type { FileStorage } from './file-storage.ts'

/** A bucket of an S3-compatible store. */
export interface S3Location {
  /** With the bucket, without a slash at the end. */
  endpoint: URL
  /** What all keys begin with: a folder with its slash, or nothing. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** From the first byte sent to the last one read, in milliseconds: a file has up to 10 MB. */
const timeoutMs = 20_000
/** Of a store that is busy; what is no answer at all is not waited for. */
const retries = 2

/**
 * Reads `s3://KEY:SECRET@HOST/BUCKET?region=REGION`; in KEY and SECRET what has a meaning in addresses is escaped (`%2F`). A
 * folder may follow the bucket. `s3+http:` is the same without TLS.
 * @returns null for any other text
 */
export function readS3Url(text: string): S3Location | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, host, pathname, searchParams, hash } = new URL(text)
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[protocol]
  const [bucket, ...folders] = pathname.split('/').filter(Boolean)
  const [accessKeyId, secretAccessKey] = [unescaped(username), unescaped(password)]
  const isStrange =
    [...searchParams.keys()].some((name) => name !== 'region') ||
    [bucket, ...folders].some((name) => !/^[\w.-]+$/.test(name ?? '')) ||
    hash !== ''
  if (!scheme || !accessKeyId || !secretAccessKey || !host || !bucket || isStrange) return null
  return {
    endpoint: new URL(`${scheme}://${host}/${bucket}`),
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  }
}

/** Null where it is escaped wrongly. */
function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Files in an S3-compatible store. Its errors tell of the network and of the store, never of the secret. */
export function createS3Storage(location: S3Location): FileStorage {
  const { endpoint, prefix } = location
  const ask = createClient(location)
  return { write, read, has, remove, list }

  async function write(key: string, content: Uint8Array): Promise<void> {
    const type = key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream'
    // A copy, since a request's body may not be memory that threads share, as a Buffer's type allows.
    await ask('PUT', addressOf(key), { body: new Uint8Array(content), headers: { 'Content-Type': type } })
  }

  async function read(key: string, firstBytes?: number): Promise<Buffer | null> {
    const headers = firstBytes === undefined ? {} : { Range: `bytes=0-${firstBytes - 1}` }
    const { status, code, body } = await ask('GET', addressOf(key), { headers }, [404])
    if (status !== 404) return body
    // A missing bucket is another matter.
    if (code !== 'NoSuchKey') throw new Error(`S3 answers 404 ${code}`)
    return null
  }

  async function has(key: string): Promise<boolean> {
    return (await ask('HEAD', addressOf(key), {}, [404])).status !== 404
  }

  async function remove(key: string): Promise<void> {
    await ask('DELETE', addressOf(key), {}, [404])
  }

  async function* list(folder: string): AsyncGenerator<string> {
    const url = new URL(endpoint)
    url.searchParams.set('list-type', '2')
    url.searchParams.set('prefix', `${prefix}${folder}/`)
    for (let isMore = true; isMore; ) {
      const { body } = await ask('GET', url)
      const page = body.toString()
      // The shop's own names have no character that XML escapes.
      for (const [, name] of page.matchAll(/<Key>[^<]*\/([\w.-]+)<\/Key>/g)) yield `${folder}/${name}`
      const [, next] = /<NextContinuationToken>([^<]+)</.exec(page) ?? []
      isMore = next !== undefined
      if (next) url.searchParams.set('continuation-token', next.replaceAll('&amp;', '&'))
    }
  }

  function addressOf(key: string): URL {
    return new URL(`${endpoint.href}/${prefix}${key}`)
  }
}

/** Whether the bucket keeps what is erased, as far as the store tells. */
export async function keepsVersions(location: S3Location): Promise<boolean> {
  const url = new URL(location.endpoint)
  url.searchParams.set('versioning', '')
  const answer = await createClient(location)('GET', url).catch(() => null)
  return answer?.body.toString().includes('<Status>Enabled') ?? false
}

interface Answer {
  status: number
  /** Of an error, such as `NoSuchKey`; else empty. */
  code: string
  body: Buffer
}

/** @returns a call that throws for every answer but a success and those `expected` */
function createClient({ region, accessKeyId, secretAccessKey }: S3Location) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  return async (method: string, url: URL, init: RequestInit = {}, expected: number[] = []): Promise<Answer> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const attributes = { 'http.request.method': method, 'server.address': url.host }
    const send = () => client.fetch(url, { ...init, method, signal })
    const response = await traced('client', `S3 ${method}`, attributes, send).catch((cause: Error) => {
      const reason = (cause.cause as NodeJS.ErrnoException | undefined)?.code ?? cause.message
      throw new Error(`S3 does not answer: ${reason}`, { cause })
    })
    const { status, ok } = response
    const body = Buffer.from(await response.arrayBuffer())
    const code = ok ? '' : (/<Code>(\w+)</.exec(body.toString())?.[1] ?? '')
    if (!ok && !expected.includes(status)) throw new Error(`S3 answers ${status} ${code}`.trimEnd())
    return { status, code, body }
  }
}
